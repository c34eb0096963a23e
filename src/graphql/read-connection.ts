import type { GraphQLResolveInfo } from 'graphql';
import type { Finder } from '../find/finder.js';
import type { Collection, Identified } from '../partner/collection.js';
import type { PlaylistItem } from '../partner/playlist.js';
import { builder, type Context } from './builder.js';
import type { Connection, ConnectionRef } from './connection.js';
import { type ConnectionParts, selectedParts } from './connection-parts.js';
import { prefetchedCost } from './cost/prefetch.js';
import { criteriaOf, type FindArguments } from './find/criteria.js';
import { Search } from './find/search.js';
import type { PageArguments } from './page-arguments.js';
import { namedPlaylistItems, readList } from './read-list.js';
import { readOnce } from './read-once.js';

/** The arguments that every connection takes. */
export const pageArguments = builder.args((t) => ({
  first: t.int({
    description:
      'Maximum number of items from the start, or after `after`: 0 to 1000 by default (MAX_PAGE_SIZE). 20 if neither `first` nor `last` is set.',
  }),
  after: t.string({
    description:
      'Cursor of the item to continue after, from this list with the same filter and order. Goes with `first`.',
  }),
  last: t.int({
    description:
      'Maximum number of items from the end, or before `before`: 0 to 1000 by default (MAX_PAGE_SIZE).',
  }),
  before: t.string({
    description:
      'Cursor of the item to continue before, from this list with the same filter and order. Goes with `last`.',
  }),
  page: t.int({
    description:
      'Page number from 1, for numbered pagers. With `first` of 1 to 100 (default 20) it selects exactly that REST page, ' +
      'which has fewer items if some are hidden. With a filter or an order it selects that page of the matches, and `first` ' +
      'may be up to 1000 (MAX_PAGE_SIZE). Excludes `after`, `before` and `last`.',
  }),
}));

/** The options of a field that shows a collection as it is listed. */
export const collectionField = <T extends Identified>(
  collection: Collection<T>,
  type: ConnectionRef<T>,
  description: string,
) => ({
  type,
  nullable: true as const,
  description,
  args: pageArguments,
  resolve: async (_parent: unknown, args: PageArguments, context: Context, info: GraphQLResolveInfo) =>
    readListed(collection, args, context, selectedParts(info)),
  ...prefetchedCost({ kind: 'pages', endpoint: collection.list }, (context, _id, args, parts) =>
    readListed(collection, args, context, parts),
  ),
});

/**
 * Reads a window of a collection, once for each operation, for prefetch and resolvers alike.
 *
 * @throws PartnerError BAD_USER_INPUT for unusable arguments
 */
export function readCollection<T extends Identified>(
  finder: Finder<T>,
  args: FindArguments,
  context: Context,
  parts: ConnectionParts,
): Promise<Connection<T>> {
  const criteria = criteriaOf(context, finder, args);
  if (criteria === undefined) return readListed(finder.collection, args, context, parts);
  const { first, after, last, before, page } = args;
  const key = [finder.collection.name, criteria.hash, parts, first, after, last, before, page];
  return readOnce(context, JSON.stringify(key), () =>
    new Search(context, finder, criteria).connection(args, parts),
  );
}

/** The same in the order of the list. */
const readListed = <T extends Identified>(
  collection: Collection<T>,
  args: PageArguments,
  context: Context,
  parts: ConnectionParts,
): Promise<Connection<T>> =>
  readList({ name: collection.name, list: context.partner.collection(collection) }, args, context, parts);

/** Reads what a connection over the items of one playlist selects. */
export const readPlaylistItems = async (
  playlistId: string,
  args: PageArguments,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Connection<PlaylistItem>> =>
  readList(namedPlaylistItems(playlistId, context), args, context, selectedParts(info));
