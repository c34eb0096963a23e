import type { FilterMembers } from './filter.js';
import type { SortField } from './order.js';

/**
 * What can be found in a collection: the members of its filter and the fields to order by, each with what it reads of
 * a record.
 */
export interface Finder<T, I extends object, F extends string> {
  readonly members: FilterMembers<T, I>;
  readonly fields: Readonly<Record<F, SortField<T>>>;
}

/** An order as a client sends it. */
export interface OrderInput<F extends string> {
  readonly field: F;
  readonly direction: 'ASC' | 'DESC';
}

/** Members that the filters of all collections have. */
export interface CommonFilter {
  readonly idIn?: readonly string[] | null | undefined;
  readonly nameContains?: string | null | undefined;
  readonly createdSince?: string | null | undefined;
  readonly createdBefore?: string | null | undefined;
  readonly updatedSince?: string | null | undefined;
  readonly updatedBefore?: string | null | undefined;
}
