import { type Criteria, readCriteria } from '../../find/criteria.js';
import { UnusableFilter } from '../../find/filter.js';
import type { Finder, OrderInput } from '../../find/finder.js';
import type { Collection, Identified } from '../../partner/collection.js';
import type { PartnerError } from '../../partner/error.js';
import type { Context } from '../builder.js';
import { type PageArguments, refused } from '../page-arguments.js';
import { readOnce } from '../read-once.js';

/** The arguments of a connection that can be filtered and ordered, after coercion. */
export interface FindArguments extends PageArguments {
  readonly filter?: object | null | undefined;
  readonly orderBy?: OrderInput<string> | null | undefined;
}

/** A finder of whatever inputs. */
export type AnyFinder<T> = Finder<T, object, string>;

/** By the path of the list. Each collection has its own, which the schema's fields bring along. */
const finders = new Map<string, AnyFinder<never>>();

export function registerFinder<T extends Identified>(collection: Collection<T>, finder: AnyFinder<T>): void {
  finders.set(collection.list.path, finder);
}

/**
 * What the arguments find; undefined where they neither filter nor order. Computed once for equal arguments: each text is
 * folded and each list sorted.
 *
 * @throws PartnerError BAD_USER_INPUT for a value that no record could be compared with
 */
export function criteriaOf<T extends Identified>(
  context: Pick<Context, 'once'>,
  collection: Collection<T>,
  { filter, orderBy }: FindArguments,
): Criteria<T> | undefined {
  if (filter == null && orderBy == null) return undefined;
  const key = JSON.stringify(['criteria', collection.name, filter, orderBy]);
  const { criteria, refusal } = readOnce(context, key, () =>
    computeCriteria(collection, { filter, orderBy }),
  );
  if (refusal !== undefined) throw refusal;
  return criteria;
}

/** A refusal is computed once too. */
interface ComputedCriteria<T> {
  readonly criteria?: Criteria<T> | undefined;
  readonly refusal?: PartnerError;
}

function computeCriteria<T extends Identified>(
  { list }: Collection<T>,
  { filter, orderBy }: FindArguments,
): ComputedCriteria<T> {
  // Registered for this list, so its records are those of the collection.
  const finder = finders.get(list.path) as AnyFinder<T> | undefined;
  if (finder === undefined) throw new Error(`${list.path} has no finder.`);
  try {
    return { criteria: readCriteria(finder, filter, orderBy) };
  } catch (error) {
    if (error instanceof UnusableFilter) return { refusal: refused(error.message) };
    throw error;
  }
}
