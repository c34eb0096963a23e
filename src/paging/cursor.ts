import type { Place } from './place.js';

/** Changes with the layout of a cursor, so that an older cursor is refused instead of misread. */
const version = 1;

/**
 * Characters. No usable id is longer (schema, rule 1): a longer one is left out, and its item is
 * found again by its place.
 */
const maxIdLength = 512;

/**
 * Characters: enough for a name and an id or a key of that length, each character escaped as
 * `\u0000`, in base64.
 */
const maxCursorLength = 12_000;

/** Maximum page and total; the product with `limit` stays an exact integer. */
const maxNumber = 2 ** 31 - 1;

/**
 * The opaque cursor of an item; it holds nothing of the credential.
 *
 * @param collection names the list, a playlist's id included
 */
export function encodeCursor(collection: string, place: Place): string {
  const { limit, page, index, count, total } = place;
  const id = place.id !== null && place.id.length > maxIdLength ? null : place.id;
  return encodeFields(version, collection, [limit, page, index, count, total, id]);
}

/**
 * The place that a cursor names; undefined for any other text, a cursor of another collection, or
 * an impossible place.
 */
export function decodeCursor(collection: string, cursor: string): Place | undefined {
  const fields = decodeFields(version, collection, cursor);
  const [limit, page, index, count, total, id] = fields;
  if (fields.length !== 6) return undefined;
  if (!isInt(limit, 1, 100) || !isInt(page, 1, maxNumber) || !isInt(count, 1, limit)) {
    return undefined;
  }
  if (!isInt(index, 0, count - 1) || !isInt(total, 0, maxNumber)) return undefined;
  // No item lies beyond the maximum total.
  if ((page - 1) * limit >= maxNumber) return undefined;
  if (id !== null && (typeof id !== 'string' || id.length > maxIdLength)) return undefined;
  return { limit, page, index, count, total, id };
}

const isInt = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;

/** The opaque text of a cursor. @param list names what it is a cursor of */
export const encodeFields = (version: number, list: string, fields: readonly unknown[]): string =>
  Buffer.from(JSON.stringify([version, list, ...fields]), 'utf8').toString('base64url');

/**
 * The fields of such a text; none of any other: base64 and JSON have many spellings, and only ours
 * is a cursor.
 */
export function decodeFields(version: number, list: string, text: string): readonly unknown[] {
  if (text.length > maxCursorLength || !text.startsWith(prefixOf(version, list))) return [];
  try {
    // What is no list throws, or is not encoded to the same text.
    const [, , ...fields] = JSON.parse(
      Buffer.from(text, 'base64url').toString('utf8'),
    ) as readonly unknown[];
    return encodeFields(version, list, fields) === text ? fields : [];
  } catch {
    return [];
  }
}

/**
 * The characters that all cursors of a list begin with: each three bytes are four characters of
 * their own.
 */
function prefixOf(version: number, list: string): string {
  const fields = Buffer.from(JSON.stringify([version, list]).slice(0, -1), 'utf8');
  return fields.subarray(0, fields.length - (fields.length % 3)).toString('base64url');
}
