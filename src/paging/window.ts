import {
  type Direction,
  onGrid,
  pagesAround,
  type Place,
  type Placed,
  placeItems,
  type Source,
  type SourcePage,
  withoutRepeats,
} from './place.js';
import { maxPageLimit, type PagePlan } from './plan.js';
import { Walk } from './walk.js';

/** Consecutive items of a list, and whether it has more behind and before them. */
export interface Stretch<I> {
  readonly items: readonly I[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}

/** Items behind a place of a list, or before it; without one, from the start or the end. */
export interface WindowRequest<P> {
  readonly direction: Direction;
  readonly size: number | 'all';
  readonly from: P | undefined;
}

/** A numbered page of a list, from 1. */
export interface NumberedRequest {
  readonly page: number;
  readonly limit: number;
}

/** Those of a collection, in the collection's order. */
export interface Window<T> extends Stretch<Placed<T>> {
  readonly total: number;
}

/**
 * Reads `size` visible items after a place (or from the start), or before it (or up to the end),
 * past hidden items. Fewer than `size` means that the collection has no more on that side.
 *
 * While the collection does not change, every visible item is delivered once and in order, whatever
 * sizes a client mixes. While it changes, a window holds no id twice, an item that keeps its
 * position is not delivered twice, and every walk ends. One move is undetectable: the item at
 * `from` moves towards the start while as many others are removed.
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
  const walk = new Walk(direction, from, source.known());
  const reading = new WindowReading(source, walk);
  if (walk.boundary === undefined && from === undefined) await reading.findEnd();
  // Before the first item there is nothing to read; only the total is missing.
  if (walk.total === undefined && walk.isAtEnd()) {
    walk.learn((await source.readPage(1, source.minLimit())).pagination);
  }
  while (reading.found.length < size && !walk.isAtEnd()) await reading.readNext(size);
  const { found } = reading;
  const { total = 0 } = walk;
  const hasMore = found.length > size || !walk.isAtEnd();
  const hasPassed = from !== undefined && total > 0;
  const items = found.slice(0, size);
  if (direction === 'backward') items.reverse();
  return { items, total, ...pagesAround(direction, { hasMore, hasPassed }) };
}

class WindowReading<T> {
  /** In reading order: backward, towards the start of the collection. */
  readonly found: Placed<T>[] = [];
  /** How often pages were read and taken. */
  private rounds = 0;

  constructor(
    private readonly source: Source<T>,
    private readonly walk: Walk,
  ) {}

  /**
   * To read from the end, the end must be known. The first page gives it, and holds all of a small
   * collection.
   */
  async findEnd(): Promise<void> {
    const { source, walk } = this;
    const page = await source.readPage(1, source.maxLimit());
    const { limit } = page.pagination;
    const extent = walk.learn(page.pagination);
    if (extent <= limit) this.addItems({ limit, near: -limit, far: 0 }, [page]);
  }

  async readNext(size: number): Promise<void> {
    const { source, walk } = this;
    const limits = { maxLimit: source.maxLimit(), minLimit: source.minLimit() };
    const missing = size - this.found.length;
    const plan = walk.planNext(widen(missing, this.rounds), limits);
    const { boundary } = walk;
    const pages = await this.readPages(plan);
    if (pages === undefined || walk.boundary !== boundary) return;
    // Forward, pages beyond the end are not read, and may exist later.
    const far = walk.direction === 'forward' ? plan.near + pages.length * plan.limit : plan.far;
    this.addItems({ ...plan, far }, pages);
  }

  private addItems(plan: PagePlan, pages: readonly SourcePage<T>[]): void {
    const { source, walk, found } = this;
    const fresh = pages.flatMap((page) => {
      const placed = placeItems(source, page);
      return walk.direction === 'forward' ? placed : placed.reverse();
    });
    const items = walk.itemsPast(fresh, plan);
    if (items === undefined) return;
    const { isWanted } = source;
    const wanted = isWanted === undefined ? items : items.filter(({ item }) => isWanted(item));
    const { hasChanged } = walk;
    // One by one: a file may have more items than a call may have arguments.
    for (const each of withoutRepeats(source, { found, fresh: wanted, pages, hasChanged })) {
      found.push(each);
    }
    this.rounds += 1;
    walk.advance(plan, items);
  }

  /**
   * Reads the pages of a plan, in reading order. While the extent is unknown the first of them is
   * read alone; the others are read together. The walk learns from each page. Items past the end
   * are dropped.
   *
   * @returns undefined if the upstream serves smaller pages than requested: they belong to another
   *   grid
   * @throws RangeError for a page wider than requested, which has no place on a grid; and whatever
   *   the source throws
   */
  private async readPages({ limit, near, far }: PagePlan): Promise<SourcePage<T>[] | undefined> {
    const { source, walk } = this;
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
    // The walk learns from each of them, also behind one that does not match.
    const matches = pages.map((page) => matchesGrid(walk, limit, page));
    if (matches.includes(false)) return undefined;
    return pages.map((page, index) => onGrid(page, numbers[index] ?? first));
  }
}

/**
 * Hidden items are crossed in ever wider steps: four times what is missing, then sixteen times, up
 * to a full page. A wider page costs no more requests, only items that may not be needed.
 */
const widen = (missing: number, rounds: number): number =>
  Math.max(missing, Math.min(maxPageLimit, missing * 4 ** Math.min(rounds, 4)));

/** Learns from a page, and returns whether it is on the grid of its plan. */
function matchesGrid(walk: Walk, limit: number, { pagination }: SourcePage<unknown>): boolean {
  walk.learn(pagination);
  if (pagination.limit <= limit) return pagination.limit === limit;
  throw new RangeError(
    `The source served a page of ${pagination.limit} items instead of the requested ${limit}.`,
  );
}
