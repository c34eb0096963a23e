import type { FieldNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import { shouldIncludeNode } from '../execution/directive.js';
import type { PagedList } from '../loaders/paged-list.js';
import { PartnerError } from '../partner/error.js';
import type { Collection, Identified } from '../partner/collection.js';
import { listPlaylistItems, type PlaylistItem } from '../partner/playlist.js';
import { withoutRepeats } from '../paging/repeat.js';
import { onGrid } from '../paging/source.js';
import { placeItems, readWindow, type Window } from '../paging/window.js';
import { builder, type Context } from './builder.js';
import type { Connection, ConnectionRef } from './connection.js';
import { fieldCost } from './cost/field-cost.js';
import { type PageArguments, type PageRequest, readPageArguments } from './page-arguments.js';

/** The arguments that every connection takes. */
export const pageArguments = builder.args((t) => ({
  first: t.int({
    description:
      'Maximum number of items from the start, or after `after`: 0 to 1000 by default (MAX_PAGE_SIZE). 20 if neither `first` nor `last` is set.',
  }),
  after: t.string({ description: 'Cursor of the item to continue after. Goes with `first`.' }),
  last: t.int({
    description:
      'Maximum number of items from the end, or before `before`: 0 to 1000 by default (MAX_PAGE_SIZE).',
  }),
  before: t.string({ description: 'Cursor of the item to continue before. Goes with `last`.' }),
  page: t.int({
    description:
      'Page number from 1, for numbered pagers. With `first` of 1 to 100 (default 20) it selects exactly that REST page, ' +
      'which has fewer items if some are hidden. Excludes `after`, `before` and `last`.',
  }),
}));

/** The options of a field that shows a collection. Without items, a page of one item gives the total. */
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
    readOnce(namedCollection(collection, context), args, context, showsItems(info)),
  ...fieldCost({ kind: 'pages', endpoint: collection.list }),
});

/** Reads what a connection over the items of one playlist selects. */
export const readPlaylistItems = async (
  playlistId: string,
  args: PageArguments,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Connection<PlaylistItem>> =>
  readOnce(namedPlaylistItems(playlistId, context), args, context, showsItems(info));

/** Throws a GraphQLError for a `@skip` or `@include` of null, before anything is read. */
const showsItems = (info: GraphQLResolveInfo): boolean =>
  info.fieldNodes
    .flatMap(({ selectionSet }) => subfields(selectionSet, info))
    .some(({ name }) => ['edges', 'nodes', 'pageInfo'].includes(name.value));

/** The fields of a selection, `@skip` and `@include` applied and fragments opened. */
function subfields(selectionSet: SelectionSetNode | undefined, info: GraphQLResolveInfo): FieldNode[] {
  if (selectionSet === undefined) return [];
  return selectionSet.selections.flatMap((selection) => {
    if (!shouldIncludeNode(selection, info.variableValues)) return [];
    if (selection.kind === 'Field') return [selection];
    const fragment = selection.kind === 'InlineFragment' ? selection : info.fragments[selection.name.value];
    return subfields(fragment?.selectionSet, info);
  });
}

/** A list and its name in cursors. */
export interface NamedList<T> {
  readonly name: string;
  readonly list: PagedList<T>;
}

export const namedCollection = <T extends { readonly id: string }>(
  collection: Collection<T>,
  { partner }: Context,
): NamedList<T> => ({ name: collection.name, list: partner.collection(collection) });

export const namedPlaylistItems = (playlistId: string, { partner }: Context): NamedList<PlaylistItem> => ({
  name: `playlistItems:${playlistId}`,
  list: partner.list(listPlaylistItems, { playlistId }),
});

/**
 * Reads a window of a list, once for each operation, for prefetch and resolvers alike.
 *
 * @param needsItems false where only the total is selected
 * @throws PartnerError BAD_USER_INPUT for unusable arguments
 */
export function readOnce<T>(
  { name, list }: NamedList<T>,
  args: PageArguments,
  { connections, maxPageSize }: Context,
  needsItems: boolean,
): Promise<Connection<T>> {
  const { first, after, last, before, page } = args;
  const key = JSON.stringify([name, needsItems, first, after, last, before, page]);
  // The key holds the list's name, and every list has items of one type.
  const known = connections.get(key) as Promise<Connection<T>> | undefined;
  if (known !== undefined) return known;
  const request = readPageArguments(args, name, maxPageSize);
  // On Node.js 20 an object with members behind a spread leaves a hidden class behind, until the next full collection.
  const fresh = readRequest(list, needsItems ? request : noItems).then((window) => ({
    collection: name,
    ...window,
  }));
  connections.set(key, fresh);
  return fresh;
}

const noItems: PageRequest = { kind: 'window', direction: 'forward', size: 0, from: undefined };

function readRequest<T>(list: PagedList<T>, request: PageRequest): Promise<Window<T | PartnerError>> {
  if (request.kind === 'page') return readNumberedPage(list, request.page, request.limit);
  if (request.size === 0) return readTotal(list, request);
  return readWindow(list, request.direction, request.size, request.from);
}

async function readNumberedPage<T>(
  list: PagedList<T>,
  page: number,
  limit: number,
): Promise<Window<T | PartnerError>> {
  const read = await list.readPage(page, limit);
  const { pagination } = read;
  if (pagination.limit !== limit) throw smallerPages(pagination.limit, limit);
  const { total, totalPages } = pagination;
  return {
    items: withoutRepeats(list, [], placeItems(list, onGrid(read, page)), false),
    hasNextPage: page < totalPages,
    hasPreviousPage: page > 1,
    total,
  };
}

/** Every page has the total; the cheapest is a page of one item. */
async function readTotal<T>(
  list: PagedList<T>,
  { direction, from }: PageRequest & { readonly kind: 'window' },
): Promise<Window<T | PartnerError>> {
  const { total } = list.known() ?? (await list.readPage(1, 1)).pagination;
  const hasAhead = total > 0;
  const hasBehind = from !== undefined && hasAhead;
  return direction === 'forward'
    ? { items: [], hasNextPage: hasAhead, hasPreviousPage: hasBehind, total }
    : { items: [], hasNextPage: hasBehind, hasPreviousPage: hasAhead, total };
}

const smallerPages = (served: number, requested: number): PartnerError =>
  new PartnerError(
    'UPSTREAM_INVALID_RESPONSE',
    `The Partner API served pages of ${served} items instead of the requested ${requested}, so page numbers are ambiguous.`,
    { status: 200 },
  );
