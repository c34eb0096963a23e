import type { PagedList } from '../loaders/paged-list.js';
import { decodeCursor, encodeCursor } from '../paging/cursor.js';
import type { Place } from '../paging/place.js';
import { maxPageLimit } from '../paging/plan.js';
import { withoutRepeats } from '../paging/repeat.js';
import { onGrid } from '../paging/source.js';
import { placeItems, readWindow, type Window } from '../paging/window.js';
import { PartnerError } from '../partner/error.js';
import { listPlaylistItems, type PlaylistItem } from '../partner/playlist.js';
import type { Context } from './builder.js';
import { type Connection, toConnection } from './connection.js';
import type { ConnectionParts } from './connection-parts.js';
import {
  type PageArguments,
  type PageRequest,
  readPageArguments,
  type WindowRequest,
} from './page-arguments.js';
import { readOnce } from './read-once.js';

/** A list and its name in cursors. */
export interface NamedList<T> {
  readonly name: string;
  readonly list: PagedList<T>;
}

export const namedPlaylistItems = (playlistId: string, { partner }: Context): NamedList<PlaylistItem> => ({
  name: `playlistItems:${playlistId}`,
  list: partner.list(listPlaylistItems, { playlistId }),
});

/** As `readCollection`, for any list, in its own order. Without items, a page of one item gives the total. */
export function readList<T>(
  { name, list }: NamedList<T>,
  args: PageArguments,
  context: Context,
  parts: ConnectionParts,
): Promise<Connection<T>> {
  const decode = (cursor: string): Place | undefined => decodeCursor(name, cursor);
  const sizes = { maxPageSize: context.maxPageSize, maxNumbered: maxPageLimit };
  // Before the key is made of it: an unusable cursor may be long, and each of a thousand lists refuses it.
  const checked = readPageArguments(args, { decode, ...sizes });
  const request = parts.items ? checked : noItems;
  const key = JSON.stringify([name, parts.items, request]);
  return readOnce<Promise<Connection<T>>>(context, key, async () => {
    const window = await readRequest(list, request);
    return toConnection(window, window.total, none, ({ place }) => encodeCursor(name, place));
  });
}

const none: readonly PartnerError[] = [];

const noItems: WindowRequest<Place> = { kind: 'window', direction: 'forward', size: 0, from: undefined };

function readRequest<T>(list: PagedList<T>, request: PageRequest<Place>): Promise<Window<T | PartnerError>> {
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

/** Every page has the total: the cheapest is a page of one item, or one that is read anyway. */
async function readTotal<T>(
  list: PagedList<T>,
  { direction, from }: WindowRequest<Place>,
): Promise<Window<T | PartnerError>> {
  const { total } = list.known() ?? (await list.readPage(1, list.minLimit())).pagination;
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
