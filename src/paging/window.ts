import { boundaryAt, type Direction, type Place, type Placed } from './place.js';
import { placeItems, readPages } from './page.js';
import { withoutRepeats } from './repeat.js';
import { maxPageLimit, type PagePlan } from './plan.js';
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
 * collection changes, a window holds no id twice, an item that keeps its position is not delivered twice, and every
 * walk ends. (Only where the very item to go on from was moved towards the start while as many others were removed,
 * nothing shows the move.)
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
  /** False while only an earlier reading tells where the end is from which the walk goes backward. */
  isEndSure: boolean;
}

function startReading<T>(source: Source<T>, direction: Direction, from: Place | undefined): Reading<T> {
  const seen = source.known();
  // That there was nothing is not taken for known: no page would be read that could tell that there is now.
  const known = seen && extentOf(seen) > 0 ? seen : undefined;
  const start = direction === 'forward' ? 0 : undefined;
  return {
    source,
    direction,
    boundary: from === undefined ? start : boundaryAt(from, direction),
    anchor: from,
    reckonedTotal: from?.total,
    rereads: 0,
    extent: known && extentOf(known),
    isExtentSeen: false,
    total: known?.total,
    found: [],
    rounds: 0,
    cap: Infinity,
    hasChanged: false,
    isEndSure: true,
  };
}

/** To read from the end, the end must be known: one page tells it, and holds everything of a small collection. */
async function findEnd<T>(reading: Reading<T>): Promise<void> {
  reading.isEndSure = reading.extent === undefined;
  if (reading.isEndSure) {
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
  const pages = await readPages(reading.source, reading, plan);
  if (pages !== undefined && !hasMovedItsEnd(reading)) take(reading, readPart(plan, reading, pages), pages);
}

/** Forward, pages behind the end are not read; when they are told of later, they are still to be read. */
const readPart = (plan: PagePlan, { direction }: Walk, { length }: readonly unknown[]): PagePlan =>
  direction === 'forward' ? { limit: plan.limit, first: plan.first, last: plan.first + length - 1 } : plan;

/**
 * A hidden stretch is crossed in ever wider steps: four times what is missing, then sixteen times, up to a full page.
 * A wider page costs no more requests, only items that may not be needed.
 */
const widen = (missing: number, rounds: number): number =>
  Math.max(missing, Math.min(maxPageLimit, missing * 4 ** Math.min(rounds, 4)));

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
  const inOrder = reading.direction === 'forward' ? items : items.toReversed();
  reading.found.push(...withoutRepeats(reading.source, reading.found, inOrder, reading.hasChanged));
  reading.rounds += 1;
  goBehind(reading, plan, items);
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
