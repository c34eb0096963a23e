import { boundaryAt, type Direction, type Place, type Placed } from './place.js';
import { largestLimit, type PagePlan } from './plan.js';
import { extentOf, type Source, type SourcePage } from './source.js';
import { goBehind, isAtEnd, itemsPast, learn, planOn, type Walk } from './walk.js';

export { extentOf };
export type { Placed, Source, SourcePage };

/** A stretch of a collection, in the collection's order. */
export interface Window<T> {
  readonly items: readonly Placed<T>[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly total: number;
}

/**
 * Reads `size` visible items behind a place (or from the start), or before it (or up to the end), past whatever the
 * upstream hides: fewer than `size` means that the collection has no more on that side.
 *
 * Every visible item of a collection at rest is delivered once and in order, whatever sizes a client mixes. While the
 * collection changes, an item that keeps its position is not delivered twice, and every walk ends. (Only where the
 * very item to go on from was moved towards the start while as many others were removed, nothing shows the move.)
 *
 * @param size 1 or more
 * @param from the place of the item to go on from, which is not delivered again
 * @throws whatever the source throws, at once
 */
export async function readWindow<T>(
  source: Source<T>,
  direction: Direction,
  size: number,
  from: Place | undefined,
): Promise<Window<T>> {
  const reading = startReading(source, direction, from);
  if (direction === 'backward' && from === undefined) await findEnd(reading);
  if (reading.total === undefined && isAtEnd(reading)) await findTotal(reading);
  while (reading.found.length < size && !isAtEnd(reading)) await readOn(reading, size);
  return finish(reading, size, from !== undefined);
}

/** A window under way. */
interface Reading<T> extends Walk {
  readonly source: Source<T>;
  /** In reading order: towards the start of the collection when the walk goes backward. */
  readonly found: Placed<T>[];
  /** How many times pages were read and taken. */
  rounds: number;
  /** The widest page that the upstream has served to this window where it served less than was asked. */
  cap: number;
  /** False while only an earlier reading tells where the end is from which the walk goes backward. */
  isEndSure: boolean;
}

function startReading<T>(source: Source<T>, direction: Direction, from: Place | undefined): Reading<T> {
  const known = source.known();
  const start = direction === 'forward' ? 0 : undefined;
  return {
    source,
    direction,
    boundary: from === undefined ? start : boundaryAt(from, direction),
    anchor: from,
    reckonedTotal: from?.total,
    lookBacks: 0,
    extent: known && extentOf(known),
    isExtentSeen: false,
    total: known?.total,
    found: [],
    rounds: 0,
    cap: Infinity,
    isEndSure: true,
  };
}

/** To read from the end, the end must be known: one page tells it, and holds everything of a small collection. */
async function findEnd<T>(reading: Reading<T>): Promise<void> {
  reading.isEndSure = reading.extent === undefined;
  if (reading.extent === undefined) {
    const page = await reading.source.readPage(1, reading.source.maxLimit());
    const { limit } = page.pagination;
    if (learn(reading, page.pagination) <= limit) take(reading, { limit, first: 1, last: 1 }, [page]);
  }
  reading.boundary ??= reading.extent;
}

/** Before the first item there is nothing to read, unless the total tells that items have come. */
async function findTotal<T>(reading: Reading<T>): Promise<void> {
  learn(reading, (await reading.source.readPage(1, 1)).pagination);
}

async function readOn<T>(reading: Reading<T>, size: number): Promise<void> {
  const wanted = widen(size - reading.found.length, reading.rounds);
  const plan = planOn(reading, wanted, Math.min(reading.source.maxLimit(), reading.cap));
  const pages = await readPages(reading, plan);
  if (pages !== undefined && !hasMovedItsEnd(reading)) take(reading, plan, pages);
}

/**
 * A hidden stretch is crossed in ever wider steps: four times what is missing, then sixteen times, up to a full page.
 * A wider page costs no more requests, only items that may not be needed.
 */
const widen = (missing: number, rounds: number): number =>
  Math.max(missing, Math.min(largestLimit, missing * 4 ** Math.min(rounds, 4)));

/**
 * The pages of a plan in the collection's order: the nearest one alone as long as the extent is unknown, the others
 * together. Undefined when the upstream serves smaller pages than were asked for: they are those of another grid.
 */
async function readPages<T>(reading: Reading<T>, plan: PagePlan): Promise<SourcePage<T>[] | undefined> {
  const { source, direction } = reading;
  const nearest = direction === 'forward' ? plan.first : plan.last;
  const head = source.readPage(nearest, plan.limit);
  if (reading.extent === undefined && !follows(reading, plan, await head)) return undefined;
  const { extent = 0 } = reading;
  const pages = await Promise.all(
    range(plan.first, plan.last)
      .filter((page) => page === nearest || (page - 1) * plan.limit < extent)
      .map((page) => (page === nearest ? head : source.readPage(page, plan.limit))),
  );
  return pages.filter((page) => !follows(reading, plan, page)).length === 0 ? pages : undefined;
}

/** Whether a page is of the grid of its plan. */
function follows<T>(reading: Reading<T>, { limit }: PagePlan, { pagination }: SourcePage<T>): boolean {
  learn(reading, pagination);
  if (pagination.limit === limit) return true;
  if (pagination.limit > limit)
    throw new RangeError(`A page of ${pagination.limit} came instead of ${limit}.`);
  reading.cap = Math.min(reading.cap, pagination.limit);
  return false;
}

/** Going backward from an end that an earlier reading told, the first page tells whether it is still there. */
function hasMovedItsEnd<T>(reading: Reading<T>): boolean {
  if (reading.isEndSure) return false;
  reading.isEndSure = true;
  const hasMoved = reading.boundary !== reading.extent;
  reading.boundary = reading.extent;
  return hasMoved;
}

function take<T>(reading: Reading<T>, plan: PagePlan, pages: readonly SourcePage<T>[]): void {
  const fresh = pages.flatMap((page) => placeItems(reading.source, page));
  const items = itemsPast(reading, fresh, plan);
  if (items === undefined) return;
  reading.found.push(...(reading.direction === 'forward' ? items : items.toReversed()));
  reading.rounds += 1;
  goBehind(reading, plan, items);
}

function placeItems<T>(source: Source<T>, { items, pagination }: SourcePage<T>): Placed<T>[] {
  const { limit, page, total } = pagination;
  return items.map((item, index) => ({
    item,
    place: { limit, page, index, count: items.length, total, id: source.idOf(item) },
  }));
}

function finish<T>(reading: Reading<T>, size: number, startsAtPlace: boolean): Window<T> {
  const { direction, found, total = 0 } = reading;
  const items = found.slice(0, size);
  const goesOn = found.length > size || !isAtEnd(reading);
  const hasBehind = startsAtPlace && total > 0;
  return direction === 'forward'
    ? { items, hasNextPage: goesOn, hasPreviousPage: hasBehind, total }
    : { items: items.reverse(), hasNextPage: hasBehind, hasPreviousPage: goesOn, total };
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
