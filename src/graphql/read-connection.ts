import type { InputShapeFromFields } from '@pothos/core';
import type { PagedList } from '../session/paged-list.js';
import { readAllPages } from '../session/reading.js';
import { decodeCursor, encodeCursor } from '../paging/cursor.js';
import {
  onGrid,
  pagesAround,
  type Place,
  type Placed,
  placeItems,
  withoutRepeats,
} from '../paging/place.js';
import { maxPageLimit } from '../paging/plan.js';
import {
  type NumberedRequest,
  readWindow,
  type Window,
  type WindowRequest,
} from '../paging/window.js';
import type { Collection, Identified } from '../partner/collection.js';
import type { ListEndpoint } from '../partner/endpoint.js';
import { PartnerError } from '../partner/error.js';
import { quote } from '../partner/quote.js';
import { builder, type Context } from './builder.js';
import type { Connection } from './connection.js';
import type { ConnectionParts } from './cost/selected-field.js';
import { type FieldRead, linkedId } from './read-field.js';
import { defaultSize, wantedWindow } from './wanted-window.js';

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

/** As a client sends them. */
export type PageArguments = InputShapeFromFields<typeof pageArguments>;

/** The page that the arguments describe; `P` is what a cursor holds. */
export type PageRequest<P> = WindowRequest<P> | NumberedRequest;

/** What a cursor holds; undefined for a text that is no cursor of the list. */
type Decode<P> = (cursor: string) => P | undefined;

/**
 * Checks the arguments of a connection. Throws BAD_USER_INPUT with the argument, its value and what
 * is allowed.
 *
 * @param maxNumbered maximum `first` beside `page`
 */
export function readPageArguments<P>(
  args: PageArguments,
  decode: Decode<P>,
  { isExported }: Pick<ConnectionParts, 'isExported'>,
  { maxPageSize }: Pick<Context, 'maxPageSize'>,
  maxNumbered = maxPageSize,
): PageRequest<P> {
  const { first, after, last, before, page } = args;
  if (page != null) return readPageNumber(args, page, maxNumbered);
  if (first != null && last != null) {
    throw refused('first and last cannot be combined: ask for one of them');
  }
  if (first != null && before != null) throw refused('first goes with after, not with before');
  if (last != null && after != null) throw refused('last goes with before, not with after');
  if (after != null && before != null) {
    throw refused('after and before cannot be combined: ask for one of them');
  }
  const { size, direction } = wantedWindow(args, isExported);
  const isBackward = direction === 'backward';
  const from = isBackward
    ? readCursor('before', before, decode)
    : readCursor('after', after, decode);
  if (size === 'all') return { direction, size, from };
  const refusal = sizeRefusal(isBackward ? 'last' : 'first', size, maxPageSize);
  if (refusal !== undefined) throw refusal;
  return { direction, size, from };
}

function readPageNumber(args: PageArguments, page: number, maxNumbered: number): NumberedRequest {
  const { first, after, last, before } = args;
  if (after != null || before != null || last != null) {
    throw refused('page goes with first alone, not with after, before or last');
  }
  if (page < 1) throw refused(`page is ${page}, and must be 1 or more`);
  const limit = first ?? defaultSize;
  if (limit < 1 || limit > maxNumbered) {
    throw refused(`first is ${limit}, and must be 1 to ${maxNumbered} where page is given`);
  }
  return { page, limit };
}

/** Why `first` or `last` is unusable: BAD_USER_INPUT. */
export const sizeRefusal = (
  name: string,
  size: number,
  maxPageSize: number,
): PartnerError | undefined =>
  size >= 0 && size <= maxPageSize
    ? undefined
    : refused(`${name} is ${size}, and must be 0 to ${maxPageSize} (MAX_PAGE_SIZE)`);

function readCursor<P>(
  name: string,
  cursor: string | null | undefined,
  decode: Decode<P>,
): P | undefined {
  if (cursor == null) return undefined;
  const place = decode(cursor);
  if (place !== undefined) return place;
  throw refused(
    `${name} is ${quote(cursor, 60)}, which is not a cursor of this connection: pass one that it has given out, with ` +
      'the same filter and order',
  );
}

const refused = (what: string): PartnerError =>
  new PartnerError('BAD_USER_INPUT', `Unusable arguments: ${what}.`);

/** The records of a collection, in its own order. */
export const readsCollection = <T extends Identified>(
  collection: Collection<T>,
): FieldRead<PageArguments, Connection<T>> => ({
  cost: { kind: 'pages', endpoint: collection.list },
  read: (context, _id, args, parts) =>
    readList(collection.name, context.partner.collection(collection), args, context, parts),
});

/** The list that belongs to the record above the field. @param name of such lists in cursors */
export const readsItems = <T>(
  endpoint: ListEndpoint<T>,
  name: string,
): FieldRead<PageArguments, Connection<T>> => ({
  cost: { kind: 'pages', endpoint },
  read(context, id, args, parts) {
    const list = context.partner.list(endpoint, linkedId(endpoint, id));
    return readList(`${name}:${id}`, list, args, context, parts);
  },
});

/**
 * Reads a window of a list in its own order, once for each operation, for prefetch and resolvers
 * alike. Without items, a page of one item gives the total.
 *
 * @param name of the list in cursors
 * @throws PartnerError BAD_USER_INPUT for unusable arguments
 */
function readList<T>(
  name: string,
  list: PagedList<T>,
  args: PageArguments,
  context: Context,
  parts: ConnectionParts,
): Promise<Connection<T>> {
  const decode = (cursor: string): Place | undefined => decodeCursor(name, cursor);
  // Before the key is made of it: an unusable cursor may be long, and each of a thousand lists
  // refuses it.
  const checked = readPageArguments(args, decode, parts, context, maxPageLimit);
  const request = parts.items ? checked : noItems;
  const key = JSON.stringify([name, parts.items, request]);
  return context.partner.memory.once<Promise<Connection<T>>>(key, async () => {
    const window = await readRequest(list, request);
    checkFile(list, context);
    const cursorOf = ({ place }: Placed<T | PartnerError>): string => encodeCursor(name, place);
    return { errors: noErrors, cursorOf, ...window };
  });
}

/**
 * A file is whole or there is none. Throws where pages of a list that is a part of one contradict
 * each other.
 */
export function checkFile(list: PagedList<unknown>, { summary }: Pick<Context, 'summary'>): void {
  if (summary.exportedPath !== undefined) list.checkAgreement();
}

const noErrors: readonly PartnerError[] = [];

const noItems: WindowRequest<Place> = { direction: 'forward', size: 0, from: undefined };

type ListWindow<T> = Promise<Window<T | PartnerError>>;

async function readRequest<T>(list: PagedList<T>, request: PageRequest<Place>): ListWindow<T> {
  if ('page' in request) return readNumberedPage(list, request);
  if (request.size === 0) return readTotal(list, request);
  const { direction, size, from } = request;
  const positions = size === 'all' ? await readPositions(list) : size;
  return readWindow(list, direction, positions, from);
}

/**
 * Reads a list whole, so that a window of any size costs no more. Returns the number of positions
 * that it has read.
 */
async function readPositions<T>(list: PagedList<T>): Promise<number> {
  const { pages, failure } = await readAllPages(list);
  if (failure !== undefined) throw failure;
  return pages.length * list.maxLimit();
}

async function readNumberedPage<T>(
  list: PagedList<T>,
  { page, limit }: NumberedRequest,
): ListWindow<T> {
  const read = await list.readPage(page, limit);
  const { pagination } = read;
  if (pagination.limit !== limit) throw smallerPages(pagination.limit, limit);
  const { total, totalPages } = pagination;
  const onlyPage = onGrid(read, page);
  const fresh = placeItems(list, onlyPage);
  return {
    items: withoutRepeats(list, { found: [], fresh, pages: [onlyPage], hasChanged: false }),
    hasNextPage: page < totalPages,
    hasPreviousPage: page > 1,
    total,
  };
}

/** Every page has the total: the cheapest is a page of one item, or one that is read anyway. */
async function readTotal<T>(
  list: PagedList<T>,
  { direction, from }: WindowRequest<Place>,
): ListWindow<T> {
  const { total } = list.known() ?? (await list.readPage(1, list.minLimit())).pagination;
  const hasItems = total > 0;
  const edges = { hasMore: hasItems, hasPassed: hasItems && from !== undefined };
  return { items: [], total, ...pagesAround(direction, edges) };
}

const smallerPages = (served: number, requested: number): PartnerError =>
  new PartnerError(
    'UPSTREAM_INVALID_RESPONSE',
    `The Partner API served pages of ${served} items instead of the requested ${requested}, so page numbers are ambiguous.`,
    { status: 200 },
  );
