import { type GraphQLResolveInfo, locatedError, responsePathAsArray } from 'graphql';
import { ResolveInfo } from '../../execution/resolve-info.js';
import { type AnyFinder, maxMatches } from '../../find/finder.js';
import type { Identified } from '../../partner/collection.js';
import { builder, type Context } from '../builder.js';
import { selectedParts } from '../connection-parts.js';
import { prefetchedCost } from '../cost/prefetch.js';
import { pageArguments } from '../page-arguments.js';
import { criteriaOf, type FindArguments, readCollection } from '../read-connection.js';
import type { Findable } from './find-type.js';
import { Search } from './search.js';

/** The type that has a field: `Query`, or the one that owns the records. */
type Owner = 'Query' | 'Organization';

/** The options of a field that shows a collection, filtered and ordered as the client wishes. */
export const findableField = <T extends Identified>(
  { finder, connection: type, filter, orderBy }: Findable<T>,
  owner: Owner,
) => ({
  type,
  nullable: true as const,
  description: describeList(finder, owner),
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
    const parts = selectedParts(info, context);
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

function describeList({ collection, noun }: AnyFinder, owner: Owner): string {
  const { name, list } = collection;
  const cost = 'Costs one REST request for each 100 items';
  return owner === 'Query'
    ? `All ${noun}s of the organization. ${cost}, two to read from the end, and needs ${list.scope}.`
    : `All its ${noun}s, the same as \`Query.${name}\`. ${cost} and needs ${list.scope}.`;
}

/** The options of a field that counts the records of a collection that match. */
export const summaryField = <T extends Identified>(
  { finder, filter, summary: type }: Findable<T>,
  owner: Owner,
) => ({
  type,
  nullable: true as const,
  description: describeSummary(finder, owner),
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

function describeSummary({ collection, noun }: AnyFinder, owner: Owner): string {
  const { name, type, list } = collection;
  const cost = 'Costs one REST request for each 100';
  if (owner === 'Query')
    return (
      `Counts ${noun}s. ${cost} ${noun}s of the organization, also with a filter; all filters, orders and summaries of ` +
      `${name} in one operation share them. Needs ${list.scope}.`
    );
  const records = `${noun.slice(noun.lastIndexOf(' ') + 1)}s`;
  const root = `Query.${type.toLowerCase()}Summary`;
  return `Counts its ${noun}s, as \`${root}\` does. ${cost} ${records} and needs ${list.scope}.`;
}

/** Errors that one field lists beside its value; further ones are likely to be the same. */
const maxReported = 10;

/** Lists errors at the path of a field that still has a value. */
function reportErrors(context: Context, info: GraphQLResolveInfo, errors: readonly Error[]): void {
  for (const error of errors.slice(0, maxReported)) {
    if (info instanceof ResolveInfo) info.report(error);
    else (context.reported ??= []).push(locatedError(error, info.fieldNodes, responsePathAsArray(info.path)));
  }
}
