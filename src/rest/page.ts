import type { Pagination } from '../partner/envelope.js';
import { PartnerError } from '../partner/error.js';
import type { SplitPage } from './split-page.js';

/**
 * One page of a list. A record is checked when it is first looked at: a sweep reads pages of a hundred for a handful of
 * records, and checking costs more than parsing. An item that breaks the contract is an error in its place and costs
 * nothing else.
 */
export interface Page<T> {
  readonly pagination: Pagination;
  /** Every item, in order. */
  readonly items: readonly (T | PartnerError)[];
  /** Number of items. */
  readonly length: number;
  /** The item at an index below `length`, alone. */
  readonly at: (index: number) => T | PartnerError;
  /** The id of the item at an index, as it came; of any type where the item breaks the contract. */
  readonly idAt: (index: number) => unknown;
}

/** @param check the record of a raw item, or why it is none */
export function createPage<T>(
  raw: readonly unknown[],
  pagination: Pagination,
  check: (item: unknown) => T | PartnerError,
): Page<T> {
  const checked: (T | PartnerError)[] = [];
  let isWhole = false;

  const at = (index: number): T | PartnerError => (checked[index] ??= check(raw[index]));
  return {
    pagination,
    get items() {
      if (!isWhole) for (let index = 0; index < raw.length; index += 1) at(index);
      isWhole = true;
      return checked;
    },
    length: raw.length,
    at,
    idAt: (index) => idOf(raw[index]),
  };
}

/**
 * A page of which items are read one by one, and all together only where somebody asks for them all.
 *
 * @param whole the same page, read as usual; throws a PartnerError where the text is none
 * @param recordOf the record of an item's text where it keeps the contract to the letter
 */
export function createSplitPage<T>(
  { ids, item }: SplitPage,
  pagination: Pagination,
  whole: () => Page<T>,
  recordOf: (text: string) => T | undefined,
): Page<T> {
  const read: (T | PartnerError)[] = [];
  let asUsual: Page<T> | undefined;
  const page = (): Page<T> => (asUsual ??= whole());

  const readAt = (index: number): T | PartnerError => {
    // Where one item was not to the letter, the others will not be either.
    const record = asUsual === undefined ? recordOf(item(index)) : undefined;
    return record !== undefined && idOf(record) === ids[index] ? record : findOn(page, ids[index], index);
  };
  return {
    pagination,
    get items() {
      return page().items;
    },
    length: ids.length,
    at: (index) => (read[index] ??= readAt(index)),
    idAt: (index) => ids[index],
  };
}

/** Looks an item up on the page as it is read as usual; it should stand at `index`. */
function findOn<T>(page: () => Page<T>, id: unknown, index: number): T | PartnerError {
  try {
    const { length, idAt, at } = page();
    if (idAt(index) === id) return at(index);
    for (let other = 0; other < length; other += 1) if (idAt(other) === id) return at(other);
    return new PartnerError('UPSTREAM_INVALID_RESPONSE', 'The page holds no such item.');
  } catch (error) {
    if (error instanceof PartnerError) return error;
    throw error;
  }
}

const idOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
