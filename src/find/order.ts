import { createHash } from 'node:crypto';
import { decodeFields, encodeFields } from '../paging/cursor.js';
import type { NumberedRequest, Stretch, WindowRequest } from '../paging/window.js';
import { maxIdLength } from '../partner/endpoint.js';
import { enumMembers } from '../partner/value.js';
import { forEachInSteps, sortInSteps, type Steps } from './steps.js';
import { compareCodePoints, maxComparedLength, parseInstant, withFewMarks } from './value.js';

/**
 * What a record is sorted by; null, for a value that is missing or unknown, sorts last in both
 * directions.
 */
type SortKey = string | number | null;

/** One field to sort by, declared once: its value in the schema, and what it reads of a record. */
export interface SortField<T> {
  readonly description: string;
  /** Of every key but null. */
  readonly keyType: 'string' | 'number';
  keyOf(record: T): SortKey;
  /** Compares two keys of this field in ascending order; never called with null. */
  readonly compare: (a: string | number, b: string | number) => number;
}

export interface Order<T> {
  readonly field: SortField<T>;
  readonly direction: 'ASC' | 'DESC';
}

interface SortPlace {
  readonly key: SortKey;
  /** As `placeIdOf` gives it. */
  readonly id: string;
}

let sharedCollator: Intl.Collator | undefined;

/**
 * English, and numbers by their value: "Gleis 2" before "Gleis 10". Made at the first use: it loads
 * the rules of the language.
 */
function collator(): Intl.Collator {
  sharedCollator ??= new Intl.Collator('en', { numeric: true });
  return sharedCollator;
}

/** A text as it orders its record: no key of a cursor is any other. Ties go by id. */
export const keyOfText = (text: string): string => withFewMarks(text.slice(0, maxComparedLength));

/**
 * An id as ties are ordered by it: two ids have different ones, of a length that fits in a cursor.
 * A list may show an id that is too long to be used.
 */
const placeIdOf = (id: string): string =>
  id.length <= maxIdLength
    ? id
    : id.slice(0, maxIdLength) + createHash('sha256').update(id, 'utf16le').digest('base64url');

export const byText = <T>(read: (record: T) => string, description: string): SortField<T> => ({
  description,
  keyType: 'string',
  keyOf: (record) => keyOfText(read(record)),
  compare: (a, b) => collator().compare(String(a), String(b)),
});

export const byNumber = <T>(
  read: (record: T) => number | null | undefined,
  description: string,
): SortField<T> => ({
  description,
  keyType: 'number',
  keyOf: (record) => read(record) ?? null,
  compare: (a, b) => Number(a) - Number(b),
});

/** By instant; a value that is no RFC 3339 date-time has none. */
export const byTime = <T>(read: (record: T) => string, description: string): SortField<T> => ({
  description,
  keyType: 'string',
  keyOf: (record) => parseInstant(read(record)) ?? null,
  compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
});

/**
 * By the position of the value among the members of an enum of the contract; any other value has
 * none.
 */
export const byRank = <T>(
  type: Parameters<typeof enumMembers.get>[0],
  read: (record: T) => string,
  description: string,
): SortField<T> => {
  const ranks = new Map(enumMembers.get(type)?.members.map((member, rank) => [member, rank]));
  return byNumber((record) => ranks.get(read(record)), description);
};

/**
 * Compares two places: keys by the order, null last in both directions, ties by id, code point by
 * code point.
 */
function comparePlaces({ field, direction }: Order<never>, a: SortPlace, b: SortPlace): number {
  if (a.key !== null && b.key !== null) {
    const byKey = field.compare(a.key, b.key);
    if (byKey !== 0) return direction === 'ASC' ? byKey : -byKey;
  } else if (a.key !== b.key) {
    return a.key === null ? 1 : -1;
  }
  return compareCodePoints(a.id, b.id);
}

export interface SortedItem<T> extends SortPlace {
  readonly item: T;
}

/** To read a key may take as long as some fields. */
const keyWeight = 3;

/** Sorts records; each key is read once. */
export function* sortRecords<T extends { readonly id: string }>(
  records: readonly T[],
  order: Order<T>,
): Steps<readonly SortedItem<T>[]> {
  const items: SortedItem<T>[] = [];
  yield* forEachInSteps(records, keyWeight, (item) => {
    items.push({ item, key: order.field.keyOf(item), id: placeIdOf(item.id) });
  });
  return yield* sortInSteps(items, (a, b) => comparePlaces(order, a, b));
}

/**
 * A stretch of a sorted list. Where the item of a place has gone, the walk continues where it would
 * be; where its key has changed, at the place that it had.
 */
export function cutWindow<T>(
  sorted: readonly SortedItem<T>[],
  order: Order<never>,
  { direction, size, from }: WindowRequest<SortPlace>,
): Stretch<SortedItem<T>> {
  const count = size === 'all' ? sorted.length : size;
  if (direction === 'forward') {
    const isPassed = (item: SortPlace): boolean =>
      from !== undefined && comparePlaces(order, item, from) <= 0;
    const start = countFirst(sorted, isPassed);
    return cut(sorted, start, start + count);
  }
  const isBefore = (item: SortPlace): boolean =>
    from === undefined || comparePlaces(order, item, from) < 0;
  const end = countFirst(sorted, isBefore);
  return cut(sorted, Math.max(end - count, 0), end);
}

export const cutPage = <I>(list: readonly I[], { page, limit }: NumberedRequest): Stretch<I> =>
  cut(list, Math.min((page - 1) * limit, list.length), page * limit);

const cut = <I>(list: readonly I[], start: number, end: number): Stretch<I> => ({
  items: list.slice(start, end),
  hasNextPage: end < list.length,
  hasPreviousPage: start > 0,
});

/** How many items a list begins with for which something holds, by halving. */
function countFirst<I>(list: readonly I[], holds: (item: I) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = list[middle];
    if (item !== undefined && holds(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Cursors of the paging arithmetic carry 1. */
const cursorVersion = 2;

/** @param list names the collection, its filter and its order */
export const encodeSortCursor = (list: string, { key, id }: SortPlace): string =>
  encodeFields(cursorVersion, list, [key, id]);

type KeyType = SortField<never>['keyType'];

/** Undefined for a text that is no cursor, or one of another list. */
export function decodeSortCursor(
  list: string,
  keyType: KeyType,
  cursor: string,
): SortPlace | undefined {
  const fields = decodeFields(cursorVersion, list, cursor);
  if (fields.length !== 2) return undefined;
  const [key, id] = fields;
  return typeof id === 'string' && isKey(key, keyType) ? { key, id } : undefined;
}

function isKey(key: unknown, keyType: KeyType): key is SortKey {
  if (typeof key === 'string') return keyType === 'string' && keyOfText(key) === key;
  return key === null || typeof key === keyType;
}
