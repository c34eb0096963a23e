/** What paging needs of a REST page. */
export interface SourcePage<T> {
  /** At most `pagination.limit`. */
  readonly items: readonly T[];
  /** Whole numbers, as the upstream echoed them (contract, "Pagination"). A smaller limit than requested is valid. */
  readonly pagination: {
    readonly page: number;
    readonly limit: number;
    readonly total: number;
    readonly totalPages: number;
  };
  /** False where no two items have the same id; undefined where that is not known. */
  readonly mayRepeat?: boolean;
}

/** A collection that can only be read page by page. */
export interface Source<T> {
  readonly readPage: (page: number, limit: number) => Promise<SourcePage<T>>;
  /** The item's id; null for an unreadable item. */
  readonly idOf: (item: T) => string | null;
  /** False if the contract allows several items of the collection to have the same id. */
  readonly areIdsUnique: boolean;
  /** The widest page that the upstream serves: 100 by contract, less once it has served less. */
  readonly maxLimit: () => number;
  /** The narrowest page to read: 1, or as wide as `maxLimit` where the pages serve other readers too. */
  readonly minLimit: () => number;
  /** `pagination` as this operation has seen it, for planning; the pages that are read take precedence. */
  readonly known: () => SourcePage<T>['pagination'] | undefined;
  /** Whether windows deliver the item; undefined where they deliver every one. */
  readonly isWanted?: ((item: T) => boolean) | undefined;
}

/**
 * Number of positions up to the end. "A client continues while page < totalPages" (contract, "Pagination of
 * collections", 2), so `totalPages` wins over a `total` that contradicts it.
 */
export function extentOf({ total, limit, totalPages }: SourcePage<unknown>['pagination']): number {
  return Math.ceil(total / limit) === totalPages ? total : totalPages * limit;
}

/**
 * A page as it is on its grid. Some upstreams serve the last page in place of a page past the end, with its own number
 * or the requested one; such a page is empty. The first page always begins in the collection.
 */
export function onGrid<T>(page: SourcePage<T>, requested: number): SourcePage<T> {
  const { pagination } = page;
  const isPastEnd =
    requested > 1 &&
    (pagination.page < requested || (requested - 1) * pagination.limit >= extentOf(pagination));
  return isPastEnd ? { items: [], pagination } : page;
}
