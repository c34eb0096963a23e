import type { Pagination } from '../partner/envelope.js';
import type { PartnerError } from '../partner/error.js';

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

const idOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
