import type { InputRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { OrderInput } from '../find/finder.js';
import type { Collection, Identified } from '../partner/collection.js';
import type { PlaylistItem } from '../partner/playlist.js';
import { builder, type Context } from './builder.js';
import type { Connection, ConnectionRef } from './connection.js';
import { type ConnectionParts, selectedParts } from './connection-parts.js';
import { prefetchedCost } from './cost/prefetch.js';
import { type AnyFinder, criteriaOf, type FindArguments, registerFinder } from './find/criteria.js';
import { findConnection } from './find/find-connection.js';
import { maxMatchesOf } from './find/max-matches.js';
import type { PageArguments } from './page-arguments.js';
import { namedPlaylistItems, readList } from './read-list.js';
import { readOnce } from './read-once.js';
import { reportErrors } from './report-errors.js';

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
    readCollection(collection, args, context, selectedParts(info)),
  ...prefetchedCost({ kind: 'pages', endpoint: collection.list }, (context, _id, args, parts) =>
    readCollection(collection, args, context, parts),
  ),
});

/** What makes a collection one that can be filtered and ordered. */
export interface Finding<T extends Identified, F extends object, O extends OrderInput<string>> {
  readonly finder: AnyFinder<T>;
  readonly filter: InputRef<F>;
  readonly orderBy: InputRef<O>;
}

/** The options of a field that shows a collection, filtered and ordered as the client wishes. */
export function findableField<T extends Identified, F extends object, O extends OrderInput<string>>(
  collection: Collection<T>,
  type: ConnectionRef<T>,
  { finder, filter, orderBy }: Finding<T, F, O>,
  description: string,
) {
  registerFinder(collection, finder);
  return {
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
      const connection = await readCollection(collection, args, context, selectedParts(info));
      reportErrors(context, info, connection.unreadable);
      return connection;
    },
    ...prefetchedCost(
      { kind: 'pages', endpoint: collection.list, maxMatches: maxMatchesOf(finder) },
      (context, _id, args, parts) => readCollection(collection, args, context, parts),
    ),
  };
}

/**
 * Reads a window of a collection, once for each operation, for prefetch and resolvers alike.
 *
 * @throws PartnerError BAD_USER_INPUT for unusable arguments
 */
export function readCollection<T extends Identified>(
  collection: Collection<T>,
  args: FindArguments,
  context: Context,
  parts: ConnectionParts,
): Promise<Connection<T>> {
  const criteria = criteriaOf(context, collection, args);
  if (criteria === undefined)
    return readList(
      { name: collection.name, list: context.partner.collection(collection) },
      args,
      context,
      parts,
    );
  const { first, after, last, before, page } = args;
  const key = [collection.name, criteria.hash, parts, first, after, last, before, page];
  return readOnce(context, JSON.stringify(key), () =>
    findConnection(collection, criteria, args, context, parts),
  );
}

/** Reads what a connection over the items of one playlist selects. */
export const readPlaylistItems = async (
  playlistId: string,
  args: PageArguments,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Connection<PlaylistItem>> =>
  readList(namedPlaylistItems(playlistId, context), args, context, selectedParts(info));
