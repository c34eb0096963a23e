import type { Criteria } from '../../find/finder.js';
import { decodeSortCursor, encodeSortCursor } from '../../find/cursor.js';
import { cutPage, cutWindow, type SortedItem, sortRecords } from '../../find/sorted-list.js';
import { filterInSteps } from '../../find/steps.js';
import type { Order, SortPlace } from '../../find/order.js';
import type { Reading } from '../../loaders/reading.js';
import { decodeCursor, encodeCursor } from '../../paging/cursor.js';
import type { Place, Placed } from '../../paging/place.js';
import type { Collection, Identified } from '../../partner/collection.js';
import type { PartnerError } from '../../partner/error.js';
import type { Context } from '../builder.js';
import { type Connection, type ItemWindow, toConnection } from '../connection.js';
import type { ConnectionParts } from '../connection-parts.js';
import { type PageRequest, readPageArguments } from '../page-arguments.js';
import { readOnce } from '../read-once.js';
import { type FindArguments, matchingOf, readMatchable } from './criteria.js';
import { FilteredList } from './filtered-list.js';

/**
 * Reads a window of the records that match, in the list's order or in another one. Without an order, and where the number
 * of matches is not asked for, pages are read until enough matches are found; else the list is read whole.
 *
 * @throws PartnerError BAD_USER_INPUT for unusable arguments; or why a page could not be read
 */
export function findConnection<T extends Identified>(
  collection: Collection<T>,
  criteria: Criteria<T>,
  args: FindArguments,
  context: Context,
  parts: ConnectionParts,
): Promise<Connection<T>> {
  const { order } = criteria;
  const name = `${collection.name} ${criteria.hash}`;
  const { maxPageSize } = context;
  const sizes = { maxPageSize, maxNumbered: maxPageSize };
  if (order === undefined) {
    const request = readPageArguments(args, { decode: (cursor) => decodeCursor(name, cursor), ...sizes });
    return findInPlace({ collection, criteria, context, name }, request, parts);
  }
  const decode = (cursor: string): SortPlace | undefined =>
    decodeSortCursor(name, order.field.keyType, cursor);
  const request = readPageArguments(args, { decode, ...sizes });
  return findSorted({ collection, criteria, context, name }, order, request);
}

interface Find<T extends Identified> {
  readonly collection: Collection<T>;
  readonly criteria: Criteria<T>;
  readonly context: Context;
  /** Names the list, its filter and its order in cursors. */
  readonly name: string;
}

async function findInPlace<T extends Identified>(
  { collection, criteria, context, name }: Find<T>,
  request: PageRequest<Place>,
  { items, total }: ConnectionParts,
): Promise<Connection<T>> {
  const { matches, maxMatches } = criteria;
  const open = () => new FilteredList(context.partner.collection(collection), matches, context.work);
  const { list, all } =
    total || request.kind === 'page'
      ? await readOnce(context, `matches ${name}`, async () => {
          const { pages } = await readWhole(context, collection, criteria);
          const whole = open();
          return { list: whole, all: await whole.matchesOf(pages) };
        })
      : { list: open(), all: undefined };
  let window: ItemWindow<Placed<T | PartnerError>> = unseen;
  if (request.kind === 'page') window = cutPage(all ?? [], request);
  // The total alone shows no window.
  else if (items || !total)
    window = await list.readMatches(items ? request : { ...request, size: 0 }, maxMatches);
  return toConnection(window, all?.length, list.broken(), (match) => encodeCursor(name, list.placeOf(match)));
}

const unseen = { items: [], hasNextPage: false, hasPreviousPage: false };

async function findSorted<T extends Identified>(
  find: Find<T>,
  order: Order<T>,
  request: PageRequest<SortPlace>,
): Promise<Connection<T>> {
  const { collection, criteria, context, name } = find;
  const { sorted, broken } = await readOnce(context, `sorted ${name}`, async () => {
    const reading = await readWhole(context, collection, criteria);
    return { sorted: await sortMatching(find, order, reading), broken: reading.broken };
  });
  const window = request.kind === 'page' ? cutPage(sorted, request) : cutWindow(sorted, order, request);
  return toConnection(window, sorted.length, broken, (place) => encodeSortCursor(name, place));
}

/** Of the records of a list, so many match a filter that to sort all of them, once for all filters, costs little more. */
const sharedFraction = 1 / 4;

/** The records that match, in order. */
async function sortMatching<T extends Identified>(
  find: Find<T>,
  order: Order<T>,
  reading: Reading<T>,
): Promise<readonly SortedItem<T>[]> {
  const { context, collection, criteria } = find;
  const matching = await matchingOf(context, collection, reading, criteria);
  // Where nothing can match, the list was not even read: it is not the one that other filters share.
  if (matching.length === 0) return [];
  if (matching.length < reading.records.length * sharedFraction)
    return context.work.inSlices(sortRecords(matching, order));
  const all = await sortAll(find, order, reading.records);
  if (matching.length === all.length) return all;
  const isMatching = new Set(matching);
  return context.work.inSlices(filterInSteps(all, ({ item }) => isMatching.has(item)));
}

/** The whole list in order, sorted once for all filters. */
const sortAll = <T extends Identified>(
  { context, collection, criteria }: Find<T>,
  order: Order<T>,
  records: readonly T[],
): Promise<readonly SortedItem<T>[]> =>
  readOnce(context, `all ${collection.name} by ${criteria.orderName}`, () =>
    context.work.inSlices(sortRecords(records, order)),
  );

/** The whole list; where a page could not be read, no window of the matches is known. */
async function readWhole<T extends Identified>(
  context: Context,
  collection: Collection<T>,
  criteria: Criteria<T>,
): Promise<Reading<T>> {
  const reading = await readMatchable(context, collection, criteria, false);
  if (reading.failure !== undefined) throw reading.failure;
  return reading;
}
