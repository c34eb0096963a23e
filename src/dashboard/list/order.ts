import type { OrderDirection } from '../generated/graphql.js';
import type { ListState } from './list-state.js';

/** The order that a state asks for, by the fields of its collection; null for that of the Partner API. */
export function orderOf<Field>(
  { sort }: ListState,
  fields: Readonly<Record<string, Field>>,
): { readonly field: Field; readonly direction: OrderDirection } | null {
  const field = sort && fields[sort.by];
  return field === undefined ? null : { field, direction: sort?.isDescending === true ? 'DESC' : 'ASC' };
}

/** A filter; null if it has no members, because such a list is read page by page. */
export const filterOf = <Filter extends object>(filter: Filter): Filter | null =>
  Object.keys(filter).length === 0 ? null : filter;
