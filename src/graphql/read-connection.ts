import type { GraphQLResolveInfo } from 'graphql';
import type { PagedList } from '../loaders/paged-list.js';
import { PartnerError } from '../partner/error.js';
import type { Collection } from '../partner/collection.js';
import { listPlaylistItems, type PlaylistItem } from '../partner/playlist.js';
import { placeItems } from '../paging/page.js';
import { withoutRepeats } from '../paging/repeat.js';
import { onGrid } from '../paging/source.js';
import { readWindow, type Window } from '../paging/window.js';
import { builder, type Context } from './builder.js';
import type { Connection } from './connection.js';
import { type PageArguments, type PageRequest, readPageArguments } from './page-arguments.js';
import { selects } from './selection.js';

/** The arguments that every connection takes. */
export const pageArguments = builder.args((t) => ({
  first: t.int({
    description:
      'Most items to show from the start, or behind `after`: 0 to 1000 by default (MAX_PAGE_SIZE). Without any size: 20.',
  }),
  after: t.string({ description: 'Cursor of the item to go on behind. Goes with `first`.' }),
  last: t.int({
    description: 'Most items to show from the end, or before `before`: 0 to 1000 by default (MAX_PAGE_SIZE).',
  }),
  before: t.string({ description: 'Cursor of the item to go on before. Goes with `last`.' }),
  page: t.int({
    description:
      'Number of a page, from 1, for numbered pagers: with `first` of 1 to 100 (default 20) it shows what the REST page ' +
      'shows, so fewer items where some are hidden. Excludes `after`, `before` and `last`.',
  }),
}));

type Info = GraphQLResolveInfo;

/** What a connection over a collection asks for, and no more: without items selected, one item's page tells the total. */
export const readCollection = async <T extends { readonly id: string }>(
  collection: Collection<T>,
  args: PageArguments,
  context: Context,
  info: Info,
): Promise<Connection<T>> => readOnce(collectionOf(collection, context), args, context, showsItems(info));

/** The same over the items of one playlist. */
export const readPlaylistItems = async (
  playlistId: string,
  args: PageArguments,
  context: Context,
  info: Info,
): Promise<Connection<PlaylistItem>> =>
  readOnce(playlistItemsOf(playlistId, context), args, context, showsItems(info));

const showsItems = (info: Info): boolean => selects(info, ['edges', 'nodes', 'pageInfo']);

/** A list and its name in cursors. */
export interface NamedList<T> {
  readonly name: string;
  readonly list: PagedList<T>;
}

export const collectionOf = <T extends { readonly id: string }>(
  collection: Collection<T>,
  { partner }: Context,
): NamedList<T> => ({ name: collection.name, list: partner.collection(collection) });

export const playlistItemsOf = (playlistId: string, { partner }: Context): NamedList<PlaylistItem> => ({
  name: `playlistItems:${playlistId}`,
  list: partner.list(listPlaylistItems, { playlistId }),
});

/**
 * A stretch of a list, read once for each operation, whoever asks first: a resolver or a look ahead.
 *
 * @param needsItems false where the total alone is selected
 * @throws PartnerError BAD_USER_INPUT for arguments that cannot be served
 */
export function readOnce<T>(
  { name, list }: NamedList<T>,
  args: PageArguments,
  { connections, maxPageSize }: Context,
  needsItems: boolean,
): Promise<Connection<T>> {
  const { first, after, last, before, page } = args;
  const key = JSON.stringify([name, needsItems, first, after, last, before, page]);
  // The list's name stands in the key, and every list has items of one type.
  const known = connections.get(key) as Promise<Connection<T>> | undefined;
  if (known !== undefined) return known;
  const request = readPageArguments(args, name, maxPageSize);
  // On Node.js 20 an object with members behind a spread leaves a hidden class behind, until the next full collection.
  const fresh = readRequest(list, needsItems ? request : nothing).then((window) => ({
    collection: name,
    ...window,
  }));
  connections.set(key, fresh);
  return fresh;
}

const nothing: PageRequest = { kind: 'window', direction: 'forward', size: 0, from: undefined };

function readRequest<T>(list: PagedList<T>, request: PageRequest): Promise<Window<T | PartnerError>> {
  if (request.kind === 'page') return readNumberedPage(list, request.page, request.limit);
  if (request.size === 0) return readNothing(list, request);
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

/** Only the total is of interest, which every page tells; the cheapest one is a page of one item. */
async function readNothing<T>(
  list: PagedList<T>,
  { direction, from }: PageRequest & { readonly kind: 'window' },
): Promise<Window<T | PartnerError>> {
  const { total } = list.known() ?? (await list.readPage(1, 1)).pagination;
  const goesOn = total > 0;
  const hasBehind = from !== undefined && goesOn;
  return direction === 'forward'
    ? { items: [], hasNextPage: goesOn, hasPreviousPage: hasBehind, total }
    : { items: [], hasNextPage: hasBehind, hasPreviousPage: goesOn, total };
}

const smallerPages = (served: number, asked: number): PartnerError =>
  new PartnerError(
    'UPSTREAM_INVALID_RESPONSE',
    `The Partner API served pages of ${served} items where ${asked} were asked for, so numbered pages cannot be told apart.`,
    { status: 200 },
  );
