import { extentOf, type Source, type SourcePage } from './place.js';

/**
 * Why pages cannot be those of one list that has not changed between them; undefined where they
 * can. Pages may be short and `total` may count hidden items (contract, "Pagination of
 * collections", 2), so fewer items than it counts contradict nothing.
 *
 * @param pages in any order, as they were read: also the last page in place of one past the end,
 *   and pages of several limits
 */
export function contradictionAmong<T>(
  pages: readonly SourcePage<T>[],
  source: Pick<Source<T>, 'idOf' | 'areIdsUnique'>,
): string | undefined {
  const [first] = pages;
  if (pages.some(({ pagination }) => pagination.total !== first?.pagination.total)) {
    return 'their totals differ';
  }
  for (const grid of gridsOf(pages)) {
    const [{ pagination }] = grid;
    if (grid.some((page) => page.pagination.totalPages !== pagination.totalPages)) {
      return 'they count different numbers of pages';
    }
    const items = grid.flatMap((page) => page.items);
    if (items.length > pagination.total) return 'they show more items than their total';
    if (source.areIdsUnique && holdsIdTwice(items.map(source.idOf))) return 'an item comes twice';
  }
  return undefined;
}

type Grid<T> = readonly [SourcePage<T>, ...SourcePage<T>[]];

/** The pages of each limit that are not past the end, each once: an item is on a page of each. */
function gridsOf<T>(pages: readonly SourcePage<T>[]): readonly Grid<T>[] {
  const grids = new Map<number, Map<number, SourcePage<T>>>();
  for (const each of pages) {
    const { page, limit } = each.pagination;
    if (page > 1 && (page - 1) * limit >= extentOf(each.pagination)) continue;
    const grid = grids.get(limit) ?? new Map<number, SourcePage<T>>();
    grids.set(limit, grid.set(page, each));
  }
  return [...grids.values()].flatMap((grid): Grid<T>[] => {
    const [first, ...others] = grid.values();
    return first === undefined ? [] : [[first, ...others]];
  });
}

/** An unreadable item has no id. */
function holdsIdTwice(ids: readonly (string | null)[]): boolean {
  const known = ids.filter((id) => id !== null);
  return new Set(known).size < known.length;
}
