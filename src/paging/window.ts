import { boundaryAt, type Direction, pagesAround, type Place, type Placed } from './place.js';
import { withoutRepeats } from './repeat.js';
import { maxPageLimit, type PagePlan } from './plan.js';
import { extentOf, onGrid, type Source, type SourcePage } from './source.js';
import { advance, isAtEnd, itemsPast, learn, planNext, type Walk } from './walk.js';

/** Consecutive items of a collection, in the collection's order. */
export interface Window<T> {
  readonly items: readonly Placed<T>[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly total: number;
}

/**
 * Reads `size` visible items after a place (or from the start), or before it (or up to the end), past hidden items.
 * Fewer than `size` means that the collection has no more on that side.
 *
 * While the collection does not change, every visible item is delivered once and in order, whatever sizes a client
 * mixes. While it changes, a window holds no id twice, an item that keeps its position is not delivered twice, and every
 * walk ends. One move is undetectable: the item at `from` moves towards the start while as many others are removed.
 *
 * @param size 1 or more
 * @param from the place of the item to continue from, which is not delivered again
 * @throws whatever the source throws, immediately
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
  while (reading.found.length < size && !isAtEnd(reading)) await readNext(reading, size);
  return finish(reading, size, from !== undefined);
}

/** A window while it is read. */
interface WindowReading<T> extends Walk {
  readonly source: Source<T>;
  /** In reading order: backward, towards the start of the collection. */
  readonly found: Placed<T>[];
  /** How often pages were read and taken. */
  rounds: number;
  /** False while the end from which the walk goes backward is known only from an earlier reading. */
  isEndFresh: boolean;
}

function startReading<T>(source: Source<T>, direction: Direction, from: Place | undefined): WindowReading<T> {
  const seen = source.known();
  // An empty collection does not count as known: no page would be read, and items may have been added.
  const known = seen && extentOf(seen) > 0 ? seen : undefined;
  const start = direction === 'forward' ? 0 : undefined;
  return {
    source,
    direction,
    boundary: from === undefined ? start : boundaryAt(from, direction),
    anchor: from,
    totalAtBoundary: from?.total,
    rereads: 0,
    extent: known && extentOf(known),
    isExtentSeen: false,
    total: known?.total,
    found: [],
    rounds: 0,
    cap: Infinity,
    hasChanged: false,
    isEndFresh: true,
  };
}

/** To read from the end, the end must be known. The first page gives it, and holds all of a small collection. */
async function findEnd<T>(reading: WindowReading<T>): Promise<void> {
  reading.isEndFresh = reading.extent === undefined;
  if (reading.isEndFresh) {
    const page = await reading.source.readPage(1, reading.source.maxLimit());
    const { limit } = page.pagination;
    if (learn(reading, page.pagination) <= limit) addItems(reading, { limit, near: -limit, far: 0 }, [page]);
  }
  reading.boundary ??= -(reading.extent ?? 0);
}

/** Before the first item there is nothing to read; only the total is missing. */
async function findTotal<T>(reading: WindowReading<T>): Promise<void> {
  learn(reading, (await reading.source.readPage(1, reading.source.minLimit())).pagination);
}

async function readNext<T>(reading: WindowReading<T>, size: number): Promise<void> {
  const wanted = widen(size - reading.found.length, reading.rounds);
  const maxLimit = Math.min(reading.source.maxLimit(), reading.cap);
  const minLimit = Math.min(reading.source.minLimit(), maxLimit);
  const plan = planNext(reading, wanted, { maxLimit, minLimit });
  const pages = await readPages(reading.source, reading, plan);
  if (pages !== undefined && !hasEndMoved(reading)) addItems(reading, planRead(plan, reading, pages), pages);
}

/** The part of a plan that was read: forward, pages beyond the end are not, and may exist later. */
const planRead = (plan: PagePlan, { direction }: Walk, { length }: readonly unknown[]): PagePlan =>
  direction === 'forward' ? { ...plan, far: plan.near + length * plan.limit } : plan;

/**
 * Hidden items are crossed in ever wider steps: four times what is missing, then sixteen times, up to a full page. A
 * wider page costs no more requests, only items that may not be needed.
 */
const widen = (missing: number, rounds: number): number =>
  Math.max(missing, Math.min(maxPageLimit, missing * 4 ** Math.min(rounds, 4)));

/** Backward from an end of an earlier reading, the first page shows whether the end is still there. */
function hasEndMoved<T>(reading: WindowReading<T>): boolean {
  if (reading.isEndFresh) return false;
  reading.isEndFresh = true;
  const end = -(reading.extent ?? 0);
  const hasMoved = reading.boundary !== end;
  reading.boundary = end;
  return hasMoved;
}

function addItems<T>(reading: WindowReading<T>, plan: PagePlan, pages: readonly SourcePage<T>[]): void {
  const { source, direction } = reading;
  const fresh = pages.flatMap((page) => {
    const placed = placeItems(source, page);
    return direction === 'forward' ? placed : placed.reverse();
  });
  const items = itemsPast(reading, fresh, plan);
  if (items === undefined) return;
  const { isWanted } = source;
  const wanted = isWanted === undefined ? items : items.filter(({ item }) => isWanted(item));
  reading.found.push(...withoutRepeats(source, reading.found, wanted, pages, reading.hasChanged));
  reading.rounds += 1;
  advance(reading, plan, items);
}

function finish<T>(reading: WindowReading<T>, size: number, startsAtPlace: boolean): Window<T> {
  const { direction, found, total = 0 } = reading;
  const items = found.slice(0, size);
  const hasAhead = found.length > size || !isAtEnd(reading);
  if (direction === 'backward') items.reverse();
  return { items, total, ...pagesAround(direction, hasAhead, startsAtPlace && total > 0) };
}

/**
 * Reads the pages of a plan, in reading order. While the extent is unknown the first of them is read alone; the others
 * are read together. The walk learns from each page. Items past the end are dropped.
 *
 * @returns undefined if the upstream serves smaller pages than requested: they belong to another grid
 * @throws RangeError for a page wider than requested, which has no place on a grid; and whatever the source throws
 */
async function readPages<T>(
  source: Source<T>,
  walk: Walk,
  { limit, near, far }: PagePlan,
): Promise<SourcePage<T>[] | undefined> {
  const planned = Array.from({ length: (far - near) / limit }, (_, index) =>
    walk.direction === 'forward' ? near / limit + index + 1 : -near / limit - index,
  );
  const [first = 1] = planned;
  const head = source.readPage(first, limit);
  if (walk.extent === undefined && !matchesGrid(walk, limit, await head)) return undefined;
  const { extent = 0 } = walk;
  const numbers = planned.filter((page) => page === first || (page - 1) * limit < extent);
  const pages = await Promise.all(
    numbers.map((page) => (page === first ? head : source.readPage(page, limit))),
  );
  if (!pages.map((page) => matchesGrid(walk, limit, page)).every(Boolean)) return undefined;
  return pages.map((page, index) => onGrid(page, numbers[index] ?? first));
}

/** The items of a page with their places. */
export const placeItems = <T>(source: Pick<Source<T>, 'idOf'>, page: SourcePage<T>): Placed<T>[] =>
  page.items.map((item, index) => new PlacedItem(item, index, page, source));

/** Creates its place on demand: most places are never read. */
class PlacedItem<T> implements Placed<T> {
  constructor(
    readonly item: T,
    private readonly index: number,
    private readonly on: SourcePage<T>,
    private readonly source: Pick<Source<T>, 'idOf'>,
  ) {}

  get place(): Place {
    const { items, pagination } = this.on;
    const { limit, page, total } = pagination;
    return { limit, page, index: this.index, count: items.length, total, id: this.source.idOf(this.item) };
  }
}

/** Learns from a page, and returns whether it is on the grid of its plan. */
function matchesGrid(walk: Walk, limit: number, { pagination }: SourcePage<unknown>): boolean {
  learn(walk, pagination);
  if (pagination.limit === limit) return true;
  if (pagination.limit > limit)
    throw new RangeError(
      `The source served a page of ${pagination.limit} items instead of the requested ${limit}.`,
    );
  walk.cap = Math.min(walk.cap, pagination.limit);
  return false;
}
