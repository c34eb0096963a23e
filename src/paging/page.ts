import type { Place, Placed } from './place.js';
import type { PagePlan } from './plan.js';
import { onGrid, type Source, type SourcePage } from './source.js';
import { learn, type Walk } from './walk.js';

/**
 * The pages of a plan in the collection's order: the nearest one alone as long as the extent is unknown, the others
 * together. The walk learns what they tell; what an upstream shows past the end is left out.
 *
 * @returns undefined when the upstream serves smaller pages than were asked for: they are those of another grid
 * @throws RangeError for a page wider than asked for, which has no place on a grid; and whatever the source throws
 */
export async function readPages<T>(
  source: Source<T>,
  walk: Walk,
  plan: PagePlan,
): Promise<SourcePage<T>[] | undefined> {
  const { limit, first, last } = plan;
  const nearest = walk.direction === 'forward' ? first : last;
  const head = source.readPage(nearest, limit);
  if (walk.extent === undefined && !takeIn(walk, plan, await head)) return undefined;
  const { extent = 0 } = walk;
  const numbers = range(first, last).filter((page) => page === nearest || (page - 1) * limit < extent);
  const pages = await Promise.all(
    numbers.map((page) => (page === nearest ? head : source.readPage(page, limit))),
  );
  if (!pages.map((page) => takeIn(walk, plan, page)).every(Boolean)) return undefined;
  return pages.map((page, index) => onGrid(page, numbers[index] ?? first));
}

/** The items of a page with their places. */
export const placeItems = <T>(source: Pick<Source<T>, 'idOf'>, page: SourcePage<T>): Placed<T>[] =>
  page.items.map((item, index) => new PlacedItem(item, index, page, source));

/** Puts its place together where somebody asks for it: most are never asked. */
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

/** Whether a page is of the grid of its plan. */
function takeIn(walk: Walk, { limit }: PagePlan, { pagination }: SourcePage<unknown>): boolean {
  learn(walk, pagination);
  if (pagination.limit === limit) return true;
  if (pagination.limit > limit) throw new RangeError(`A page of ${pagination.limit}, asked for ${limit}.`);
  walk.cap = Math.min(walk.cap, pagination.limit);
  return false;
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
