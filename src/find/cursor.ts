import { keyOfText, type SortField, type SortKey, type SortPlace } from './order.js';

/** Cursors of the paging arithmetic carry 1. */
const version = 2;

/** Characters: room for the longest key and id (`order.ts`), escaped, in base64. */
const maxLength = 12_000;

/**
 * The opaque cursor of an item in a sorted list.
 *
 * @param list names the collection, its filter and its order
 */
export const encodeSortCursor = (list: string, { key, id }: SortPlace): string =>
  Buffer.from(JSON.stringify([version, list, key, id]), 'utf8').toString('base64url');

/**
 * @param keyType the type of the list's keys
 * @returns undefined for a text that is no cursor, or one of another list
 */
export function decodeSortCursor(
  list: string,
  keyType: SortField<never>['keyType'],
  cursor: string,
): SortPlace | undefined {
  if (cursor.length > maxLength) return undefined;
  const [, , key, id] = parse(cursor);
  if (typeof id !== 'string' || !isKey(key, keyType)) return undefined;
  // Base64 and JSON can be written in many ways: only our own is a cursor, of this version and list.
  return encodeSortCursor(list, { key, id }) === cursor ? { key, id } : undefined;
}

/** The members of a cursor; none where the text is no JSON list. */
function parse(cursor: string): readonly unknown[] {
  try {
    const fields: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(fields) ? fields : [];
  } catch {
    return [];
  }
}

function isKey(key: unknown, keyType: SortField<never>['keyType']): key is SortKey {
  if (typeof key === 'string') return keyType === 'string' && keyOfText(key) === key;
  return key === null || typeof key === keyType;
}
