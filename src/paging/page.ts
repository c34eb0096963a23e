import type { Place, Placed } from './place.js';
import type { PagePlan } from './plan.js';
import { onGrid, type Source, type SourcePage } from './source.js';
import { learn, type Walk } from './walk.js';

/**
 * Reads the pages of a plan, in the collection's order. While the extent is unknown the nearest page is read alone
 * first; the others are read together. The walk learns from each page. Items past the end are dropped.
 *
 * @returns undefined if the upstream serves smaller pages than requested: they belong to another grid
 * @throws RangeError for a page wider than requested, which has no place on a grid; and whatever the source throws
 */
export async function readPages<T>(
  source: Source<T>,
  walk: Walk,
  plan: PagePlan,
): Promise<SourcePage<T>[] | undefined> {
  const { limit, first, last } = plan;
  const nearest = walk.direction === 'forward' ? first : last;
  const head = source.readPage(nearest, limit);
  if (walk.extent === undefined && !matchesGrid(walk, plan, await head)) return undefined;
  const { extent = 0 } = walk;
  const numbers = range(first, last).filter((page) => page === nearest || (page - 1) * limit < extent);
  const pages = await Promise.all(
    numbers.map((page) => (page === nearest ? head : source.readPage(page, limit))),
  );
  if (!pages.map((page) => matchesGrid(walk, plan, page)).every(Boolean)) return undefined;
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
function matchesGrid(walk: Walk, { limit }: PagePlan, { pagination }: SourcePage<unknown>): boolean {
  learn(walk, pagination);
  if (pagination.limit === limit) return true;
  if (pagination.limit > limit)
    throw new RangeError(
      `The source served a page of ${pagination.limit} items instead of the requested ${limit}.`,
    );
  walk.cap = Math.min(walk.cap, pagination.limit);
  return false;
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
