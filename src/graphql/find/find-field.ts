import type { GraphQLResolveInfo } from 'graphql';
import { maxMatches } from '../../find/finder.js';
import type { Identified } from '../../partner/collection.js';
import { builder, type Context } from '../builder.js';
import type { ConnectionRef } from '../connection.js';
import { selectedParts } from '../connection-parts.js';
import { prefetchedCost } from '../cost/prefetch.js';
import { pageArguments, readCollection } from '../read-connection.js';
import { reportErrors } from '../report-errors.js';
import { criteriaOf, type FindArguments } from './criteria.js';
import type { Findable } from './find-type.js';
import { Search } from './search.js';

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
    const connection = await readCollection(finder, args, context, parts);
    reportErrors(context, info, connection.unreadable);
    return connection;
  },
  ...prefetchedCost(
    {
      kind: 'pages',
      endpoint: finder.collection.list,
      maxMatches: (wanted) => maxMatches(finder, wanted),
    },
    (context, _id, args, parts) => readCollection(finder, args, context, parts),
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
    const summary = await new Search(context, finder, criteriaOf(context, finder, args)).summary();
    reportErrors(context, info, summary.errors);
    return summary;
  },
  ...prefetchedCost(
    {
      kind: 'summary',
      endpoint: finder.collection.list,
      maxMatches: (wanted) => maxMatches(finder, wanted),
    },
    (context, _id, args) => new Search(context, finder, criteriaOf(context, finder, args)).read(true),
  ),
});
