import type { PagedList } from '../loaders/paged-list.js';
import { readAllPages } from '../loaders/reading.js';
import { decodeCursor, encodeCursor } from '../paging/cursor.js';
import { onGrid, pagesAround, type Place, type Placed, placeItems, withoutRepeats } from '../paging/place.js';
import { maxPageLimit } from '../paging/plan.js';
import { type NumberedRequest, readWindow, type Window, type WindowRequest } from '../paging/window.js';
import { PartnerError } from '../partner/error.js';
import type { Context } from './builder.js';
import type { Connection } from './connection.js';
import {
  type ConnectionParts,
  type PageArguments,
  type PageRequest,
  readPageArguments,
} from './page-arguments.js';

/** A list and its name in cursors. */
export interface NamedList<T> {
  readonly name: string;
  readonly list: PagedList<T>;
}

/**
 * Reads a window of a list in its own order, once for each operation, for prefetch and resolvers alike. Without items, a page
 * of one item gives the total.
 *
 * @throws PartnerError BAD_USER_INPUT for unusable arguments
 */
export function readList<T>(
  { name, list }: NamedList<T>,
  args: PageArguments,
  context: Context,
  parts: ConnectionParts,
): Promise<Connection<T>> {
  const decode = (cursor: string): Place | undefined => decodeCursor(name, cursor);
  const { isExported } = parts;
  const sizes = { maxPageSize: context.maxPageSize, maxNumbered: maxPageLimit, isExported };
  // Before the key is made of it: an unusable cursor may be long, and each of a thousand lists refuses it.
  const checked = readPageArguments(args, { decode, ...sizes });
  const request = parts.items ? checked : noItems;
  const key = JSON.stringify([name, parts.items, request]);
  return context.partner.memory.once<Promise<Connection<T>>>(key, async () => {
    const window = await readRequest(list, request);
    const cursorOf = ({ place }: Placed<T | PartnerError>): string => encodeCursor(name, place);
    return { errors: noErrors, cursorOf, ...window };
  });
}

const noErrors: readonly PartnerError[] = [];

const noItems: WindowRequest<Place> = { direction: 'forward', size: 0, from: undefined };

type ListWindow<T> = Promise<Window<T | PartnerError>>;

async function readRequest<T>(list: PagedList<T>, request: PageRequest<Place>): ListWindow<T> {
  if ('page' in request) return readNumberedPage(list, request);
  if (request.size === 0) return readTotal(list, request);
  const { direction, size, from } = request;
  return readWindow(list, direction, size < Infinity ? size : await readPositions(list), from);
}

/** Reads a list whole, so that a window of any size costs no more. Returns the number of its positions, 1 at least. */
async function readPositions<T>(list: PagedList<T>): Promise<number> {
  const { failure } = await readAllPages(list);
  if (failure !== undefined) throw failure;
  return Math.max(1, list.extent() ?? 1);
}

async function readNumberedPage<T>(list: PagedList<T>, { page, limit }: NumberedRequest): ListWindow<T> {
  const read = await list.readPage(page, limit);
  const { pagination } = read;
  if (pagination.limit !== limit) throw smallerPages(pagination.limit, limit);
  const { total, totalPages } = pagination;
  const placed = onGrid(read, page);
  return {
    items: withoutRepeats(list, [], placeItems(list, placed), [placed], false),
    hasNextPage: page < totalPages,
    hasPreviousPage: page > 1,
    total,
  };
}

/** Every page has the total: the cheapest is a page of one item, or one that is read anyway. */
async function readTotal<T>(list: PagedList<T>, { direction, from }: WindowRequest<Place>): ListWindow<T> {
  const { total } = list.known() ?? (await list.readPage(1, list.minLimit())).pagination;
  const hasItems = total > 0;
  return { items: [], total, ...pagesAround(direction, hasItems, hasItems && from !== undefined) };
}

const smallerPages = (served: number, requested: number): PartnerError =>
  new PartnerError(
    'UPSTREAM_INVALID_RESPONSE',
    `The Partner API served pages of ${served} items instead of the requested ${requested}, so page numbers are ambiguous.`,
    { status: 200 },
  );
