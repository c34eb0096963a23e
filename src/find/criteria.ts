import { createHash } from 'node:crypto';
import { compileFilter, type Filter } from './filter.js';
import type { Finder, OrderInput } from './finder.js';
import type { Order } from './order.js';

/** What is to be found in a collection. */
export interface Criteria<T> extends Pick<Filter<T>, 'matches' | 'maxMatches'> {
  /** Undefined for the order of the list. */
  readonly order: Order<T> | undefined;
  /** Names the filter and the order in cursors: equal for those that mean the same. */
  readonly hash: string;
  /** Names the filter; undefined without one. */
  readonly filterHash: string | undefined;
}

/**
 * @returns undefined without a filter and an order: the list as the Partner API shows it
 * @throws UnusableFilter for a value that no record could be compared with
 */
export function readCriteria<T, I extends object, F extends string>(
  finder: Finder<T, I, F>,
  input: I | null | undefined,
  orderBy: OrderInput<F> | null | undefined,
): Criteria<T> | undefined {
  const filter = compileFilter(finder.members, input);
  const order =
    orderBy == null ? undefined : { field: finder.fields[orderBy.field], direction: orderBy.direction };
  if (filter === undefined && order === undefined) return undefined;
  const text = JSON.stringify([filter?.canonical, orderBy?.field, orderBy?.direction]);
  const { matches, maxMatches } = filter ?? everything;
  return {
    matches,
    maxMatches,
    order,
    hash: hashOf(text),
    filterHash: filter && hashOf(filter.canonical),
  };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

const everything = { matches: () => true, maxMatches: Infinity };
