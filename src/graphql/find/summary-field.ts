import type { InputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { Steps } from '../../find/steps.js';
import type { Collection, Identified } from '../../partner/collection.js';
import type { PartnerError } from '../../partner/error.js';
import { builder, type Context } from '../builder.js';
import type { ObjectRef } from '../connection.js';
import { prefetchedCost } from '../cost/prefetch.js';
import { readOnce } from '../read-once.js';
import { reportErrors } from '../report-errors.js';
import { type AnyFinder, criteriaOf, registerFinder } from './criteria.js';
import { maxMatchesOf } from './max-matches.js';
import { matchingOf, readMatchable } from './reading.js';

/** The figures of some records. */
export type Summary<S> = S & { readonly precision: 'EXACT' | 'AT_LEAST' };

/** What makes a collection one that can be summarized. */
export interface Summarizing<T extends Identified, F extends object, S extends object> {
  readonly finder: AnyFinder<T>;
  readonly filter: InputRef<F>;
  readonly summarize: (records: readonly T[]) => Steps<S>;
}

interface SummaryArguments {
  readonly filter?: object | null | undefined;
}

/** The options of a field that counts the records of a collection that match. */
export function summaryField<T extends Identified, F extends object, S extends object>(
  collection: Collection<T>,
  type: ObjectRef<Summary<S>>,
  { finder, filter, summarize }: Summarizing<T, F, S>,
  description: string,
) {
  registerFinder(collection, finder);
  return {
    type,
    nullable: true as const,
    description,
    args: builder.args((t) => ({
      filter: t.field({ type: filter, description: 'Only the records that match; all of them without one.' }),
    })),
    async resolve(_parent: unknown, args: SummaryArguments, context: Context, info: GraphQLResolveInfo) {
      const { summary, errors } = await readSummary(collection, args, context, summarize);
      reportErrors(context, info, errors);
      return summary;
    },
    ...prefetchedCost(
      { kind: 'summary', endpoint: collection.list, maxMatches: maxMatchesOf(finder) },
      (context, _id, args) => readMatchable(context, collection, criteriaOf(context, collection, args), true),
    ),
  };
}

/** A summary, and why it may lack records: the first failed page, then each broken record. */
interface ReadSummary<S> {
  readonly summary: Summary<S>;
  readonly errors: readonly PartnerError[];
}

/** Summarizes what can be read of a list; throws where nothing can. Equal filters are summarized once. */
function readSummary<T extends Identified, S extends object>(
  collection: Collection<T>,
  { filter }: SummaryArguments,
  context: Context,
  summarize: (records: readonly T[]) => Steps<S>,
): Promise<ReadSummary<S>> {
  const criteria = criteriaOf(context, collection, { filter });
  const key = JSON.stringify([collection.name, 'summary', criteria?.hash]);
  return readOnce<Promise<ReadSummary<S>>>(context, key, async () => {
    const reading = await readMatchable(context, collection, criteria, true);
    const { pages, broken, failure } = reading;
    if (failure !== undefined && pages.length === 0) throw failure;
    const errors = failure === undefined ? broken : [failure, ...broken];
    const matching = await matchingOf(context, collection, reading, criteria);
    const figures = await context.work.inSlices(summarize(matching));
    return { summary: { ...figures, precision: errors.length === 0 ? 'EXACT' : 'AT_LEAST' }, errors };
  });
}
