import type { GraphQLResolveInfo } from 'graphql';
import { type Finder, maxMatches } from '../../find/finder.js';
import { summarize } from '../../find/summary.js';
import type { Identified } from '../../partner/collection.js';
import type { PartnerError } from '../../partner/error.js';
import { builder, type Context } from '../builder.js';
import type { ConnectionRef } from '../connection.js';
import { selectedParts } from '../connection-parts.js';
import { prefetchedCost } from '../cost/prefetch.js';
import { pageArguments, readCollection } from '../read-connection.js';
import { readOnce } from '../read-once.js';
import { reportErrors } from '../report-errors.js';
import { criteriaOf, type FindArguments, matchingOf, readMatchable } from './criteria.js';
import type { Findable, Summary } from './find-type.js';

/** The options of a field that shows a collection, filtered and ordered as the client wishes. */
export const findableField = <T extends Identified>(
  { finder, filter, orderBy }: Findable<T>,
  type: ConnectionRef<T>,
  description: string,
) => ({
  type,
  nullable: true as const,
  description,
  args: builder.args((t) => ({
    filter: t.field({
      type: filter,
      description:
        'Shows only the items that match. The façade reads the list, one REST request for each 100 items, until it has ' +
        'found enough; with `totalCount`, `page` or `orderBy` it reads the whole list.',
    }),
    orderBy: t.field({
      type: orderBy,
      description:
        'Orders the items. The façade reads the whole list, one REST request for each 100 items. Without it they come in ' +
        'the order of the Partner API.',
    }),
    ...pageArguments,
  })),
  async resolve(_parent: unknown, args: FindArguments, context: Context, info: GraphQLResolveInfo) {
    const parts = selectedParts(info);
    const connection = await readCollection(finder.collection, finder, args, context, parts);
    reportErrors(context, info, connection.unreadable);
    return connection;
  },
  ...prefetchedCost(
    {
      kind: 'pages',
      endpoint: finder.collection.list,
      maxMatches: (wanted) => maxMatches(finder, wanted),
    },
    (context, _id, args, parts) => readCollection(finder.collection, finder, args, context, parts),
  ),
});

/** The options of a field that counts the records of a collection that match. */
export const summaryField = <T extends Identified>(
  { finder, filter, summary: type }: Findable<T>,
  description: string,
) => ({
  type,
  nullable: true as const,
  description,
  args: builder.args((t) => ({
    filter: t.field({ type: filter, description: 'Only the records that match; all of them without one.' }),
  })),
  async resolve(_parent: unknown, args: FindArguments, context: Context, info: GraphQLResolveInfo) {
    const { summary, errors } = await readSummary(finder, args, context);
    reportErrors(context, info, errors);
    return summary;
  },
  ...prefetchedCost(
    {
      kind: 'summary',
      endpoint: finder.collection.list,
      maxMatches: (wanted) => maxMatches(finder, wanted),
    },
    (context, _id, args) =>
      readMatchable(context, finder.collection, criteriaOf(context, finder, args), true),
  ),
});

/** A summary, and why it may lack records: the first failed page, then each broken record. */
interface ReadSummary {
  readonly summary: Summary;
  readonly errors: readonly PartnerError[];
}

/** Summarizes what can be read of a list; throws where nothing can. Equal filters are summarized once. */
function readSummary<T extends Identified>(
  finder: Finder<T>,
  { filter }: FindArguments,
  context: Context,
): Promise<ReadSummary> {
  const { collection } = finder;
  const criteria = criteriaOf(context, finder, { filter });
  const key = JSON.stringify([collection.name, 'summary', criteria?.hash]);
  return readOnce<Promise<ReadSummary>>(context, key, async () => {
    const reading = await readMatchable(context, collection, criteria, true);
    const { pages, broken, failure } = reading;
    if (failure !== undefined && pages.length === 0) throw failure;
    const errors = failure === undefined ? broken : [failure, ...broken];
    const matching = await matchingOf(context, collection, reading, criteria);
    const summary: Summary = {
      count: matching.length,
      precision: errors.length === 0 ? 'EXACT' : 'AT_LEAST',
      figures: await context.work.inSlices(summarize(finder.figures, matching)),
    };
    return { summary, errors };
  });
}
