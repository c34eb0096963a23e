import type { Criteria } from '../../find/criteria.js';
import { filterInSteps } from '../../find/steps.js';
import type { Reading } from '../../loaders/reading.js';
import type { Collection, Identified } from '../../partner/collection.js';
import type { Context } from '../builder.js';
import { readOnce } from '../read-once.js';

const nothing: Reading<never> = { pages: [], records: [], broken: [], failure: undefined };

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
