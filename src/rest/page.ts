import type { Pagination } from '../partner/envelope.js';
import { PartnerError } from '../partner/error.js';

/**
 * One page of a list. A record is checked when it is first looked at: a sweep reads pages of a hundred for a handful of
 * records, and checking costs more than parsing. An item that breaks the contract is an error in its place and costs
 * nothing else.
 */
export interface Page<T> {
  readonly pagination: Pagination;
  /** Every item, in order. */
  readonly items: readonly (T | PartnerError)[];
  /** The record of this id, if the page shows it and it keeps the contract. */
  readonly find: (id: string) => T | undefined;
}

/** @param check the record of a raw item, or why it is none */
export function createPage<T>(
  raw: readonly unknown[],
  pagination: Pagination,
  check: (item: unknown) => T | PartnerError,
): Page<T> {
  const checked: (T | PartnerError)[] = [];
  let isWhole = false;
  let indexes: ReadonlyMap<unknown, number> | undefined;

  const at = (index: number): T | PartnerError => (checked[index] ??= check(raw[index]));
  return {
    pagination,
    get items() {
      if (!isWhole) for (let index = 0; index < raw.length; index += 1) at(index);
      isWhole = true;
      return checked;
    },
    find(id) {
      indexes ??= indexOf(raw);
      const index = indexes.get(id);
      if (index === undefined) return undefined;
      const record = at(index);
      return record instanceof PartnerError ? undefined : record;
    },
  };
}

/** Of several items with one id the first counts. */
function indexOf(raw: readonly unknown[]): ReadonlyMap<unknown, number> {
  const indexes = new Map<unknown, number>();
  for (let index = raw.length - 1; index >= 0; index -= 1) indexes.set(idOf(raw[index]), index);
  return indexes;
}

const idOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
