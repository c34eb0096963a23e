import type { GraphQLResolveInfo } from 'graphql';
import {
  type Criteria,
  type FilterInput,
  type Finder,
  type OrderInput,
  readCriteria,
} from '../find/finder.js';
import type { PagedList } from '../loaders/paged-list.js';
import { readAllPages } from '../loaders/reading.js';
import { decodeCursor, encodeCursor } from '../paging/cursor.js';
import { pagesAround, type Place } from '../paging/place.js';
import { maxPageLimit } from '../paging/plan.js';
import { withoutRepeats } from '../paging/repeat.js';
import { onGrid } from '../paging/source.js';
import { placeItems, readWindow, type Window } from '../paging/window.js';
import type { Collection, Identified } from '../partner/collection.js';
import { asError, PartnerError } from '../partner/error.js';
import type { Context } from './builder.js';
import { type Connection, type ConnectionRef, toConnection } from './connection.js';
import { type ConnectionParts, selectedParts } from './connection-parts.js';
import { prefetchedCost } from './cost/prefetch.js';
import { Search } from './find/search.js';
import {
  type PageArguments,
  pageArguments,
  type PageRequest,
  readPageArguments,
  type WindowRequest,
} from './page-arguments.js';

/** The arguments of a connection that can be filtered and ordered, after coercion. */
export interface FindArguments extends PageArguments {
  readonly filter?: FilterInput | null | undefined;
  readonly orderBy?: OrderInput | null | undefined;
}

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
    readListed(collection, args, context, selectedParts(info, context)),
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
  return context.partner.memory.once(JSON.stringify(key), () =>
    new Search(context, finder, criteria).connection(args, parts),
  );
}

/**
 * What the arguments find; undefined where they neither filter nor order. Computed or refused once for equal arguments:
 * each text is folded and each list sorted.
 *
 * @throws PartnerError BAD_USER_INPUT for a value that no record can be compared with
 */
export function criteriaOf<T extends Identified>(
  { partner }: { readonly partner: Pick<Context['partner'], 'memory'> },
  finder: Finder<T>,
  { filter, orderBy }: FindArguments,
): Criteria<T> | undefined {
  if (filter == null && orderBy == null) return undefined;
  const key = JSON.stringify(['criteria', finder.collection.name, filter, orderBy]);
  const criteria = partner.memory.once<Criteria<T> | Error | undefined>(key, () => {
    try {
      return readCriteria(finder, filter, orderBy);
    } catch (error) {
      return asError(error);
    }
  });
  if (criteria instanceof Error) throw criteria;
  return criteria;
}

/** The same in the order of the list. */
const readListed = <T extends Identified>(
  collection: Collection<T>,
  args: PageArguments,
  context: Context,
  parts: ConnectionParts,
): Promise<Connection<T>> =>
  readList({ name: collection.name, list: context.partner.collection(collection) }, args, context, parts);

/** A list and its name in cursors. */
export interface NamedList<T> {
  readonly name: string;
  readonly list: PagedList<T>;
}

/** As `readCollection`, for any list, in its own order. Without items, a page of one item gives the total. */
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
    const window = await readRequest(list, request, context);
    return toConnection(window, window.total, noErrors, ({ place }) => encodeCursor(name, place));
  });
}

const noErrors: readonly PartnerError[] = [];

const noItems: WindowRequest<Place> = { kind: 'window', direction: 'forward', size: 0, from: undefined };

async function readRequest<T>(
  list: PagedList<T>,
  request: PageRequest<Place>,
  { partner }: Context,
): Promise<Window<T | PartnerError>> {
  if (request.kind === 'page') return readNumberedPage(list, request.page, request.limit);
  if (request.size === 0) return readTotal(list, request);
  const { direction, size, from } = request;
  return readWindow(list, direction, size < Infinity ? size : await readPositions(list, partner), from);
}

/**
 * Reads a list whole, within what is left of the budget, so that a window of any size costs no more.
 *
 * @returns the number of its positions, 1 at least
 */
async function readPositions<T>(list: PagedList<T>, partner: Context['partner']): Promise<number> {
  const { endpoint } = list;
  const { failure } = await readAllPages({ endpoint, list, ...partner.readingLimits }, () => false);
  if (failure !== undefined) throw failure;
  return Math.max(1, list.extent() ?? 1);
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
  const placed = onGrid(read, page);
  return {
    items: withoutRepeats(list, [], placeItems(list, placed), [placed], false),
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
  const hasItems = total > 0;
  return { items: [], total, ...pagesAround(direction, hasItems, hasItems && from !== undefined) };
}

const smallerPages = (served: number, requested: number): PartnerError =>
  new PartnerError(
    'UPSTREAM_INVALID_RESPONSE',
    `The Partner API served pages of ${served} items instead of the requested ${requested}, so page numbers are ambiguous.`,
    { status: 200 },
  );
