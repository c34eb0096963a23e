import {
  type Criteria,
  type FilterInput,
  type Finder,
  type OrderInput,
  readCriteria,
} from '../../find/finder.js';
import { filterInSteps } from '../../find/steps.js';
import type { Reading } from '../../loaders/reading.js';
import type { Collection, Identified } from '../../partner/collection.js';
import { asError } from '../../partner/error.js';
import type { Context } from '../builder.js';
import type { PageArguments } from '../page-arguments.js';
import { readOnce } from '../read-once.js';

/** The arguments of a connection that can be filtered and ordered, after coercion. */
export interface FindArguments extends PageArguments {
  readonly filter?: FilterInput | null | undefined;
  readonly orderBy?: OrderInput | null | undefined;
}

/**
 * What the arguments find; undefined where they neither filter nor order. Computed or refused once for equal arguments:
 * each text is folded and each list sorted.
 *
 * @throws PartnerError BAD_USER_INPUT for a value that no record can be compared with
 */
export function criteriaOf<T extends Identified>(
  context: Pick<Context, 'once'>,
  finder: Finder<T>,
  { filter, orderBy }: FindArguments,
): Criteria<T> | undefined {
  if (filter == null && orderBy == null) return undefined;
  const key = JSON.stringify(['criteria', finder.collection.name, filter, orderBy]);
  const criteria = readOnce<Criteria<T> | Error | undefined>(context, key, () => {
    try {
      return readCriteria(finder, filter, orderBy);
    } catch (error) {
      return asError(error);
    }
  });
  if (criteria instanceof Error) throw criteria;
  return criteria;
}

/**
 * Pages and records of the whole list, read once for the operation; none where nothing can match. The reading begins
 * before this returns, so that look-ups of the same moment wait for it.
 *
 * @param criteria undefined for all records
 * @param isPartUseful false where the other pages are not needed once one cannot be read
 */
export const readMatchable = <T extends Identified>(
  { partner }: Context,
  collection: Collection<T>,
  criteria: Pick<Criteria<T>, 'maxMatches'> | undefined,
  isPartUseful: boolean,
): Promise<Reading<T>> =>
  criteria?.maxMatches === 0 ? Promise.resolve(nothing) : partner.readWhole(collection, isPartUseful);

const nothing: Reading<never> = { pages: [], records: [], broken: [], failure: undefined };

/** Those of the records that match, in their order; equal filters are compared with them once for the operation. */
export const matchingOf = <T extends Identified>(
  context: Context,
  collection: Collection<T>,
  { records }: Reading<T>,
  criteria: Criteria<T> | undefined,
): Promise<readonly T[]> =>
  criteria?.filterHash === undefined
    ? Promise.resolve(records)
    : readOnce<Promise<readonly T[]>>(context, `matching ${collection.name} ${criteria.filterHash}`, () =>
        context.work.inSlices(filterInSteps(records, criteria.matches)),
      );
