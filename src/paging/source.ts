/** What paging needs to know of a REST page. */
export interface SourcePage<T> {
  /** At most `pagination.limit`. */
  readonly items: readonly T[];
  /** As the upstream echoed it, whole numbers; see contract, "Pagination". A smaller limit than asked is lawful. */
  readonly pagination: {
    readonly page: number;
    readonly limit: number;
    readonly total: number;
    readonly totalPages: number;
  };
}

/** A collection that can only be read page by page. */
export interface Source<T> {
  readonly readPage: (page: number, limit: number) => Promise<SourcePage<T>>;
  /** The item's id, or null for an item that could not be read. */
  readonly idOf: (item: T) => string | null;
  /** False where the contract does not rule out that several items of the collection have one id. */
  readonly areIdsUnique: boolean;
  /** The widest page that the upstream serves: 100 by contract, less where it has shown that it caps. */
  readonly maxLimit: () => number;
  /** `pagination` as this operation has seen it already, to plan by; the pages read have the last word. */
  readonly known: () => SourcePage<T>['pagination'] | undefined;
}

/**
 * Number of positions up to the end. "A client continues while page < totalPages" (contract, "Pagination of
 * collections", 2): where `total` tells something else, `totalPages` is believed.
 */
export function extentOf({ total, limit, totalPages }: SourcePage<unknown>['pagination']): number {
  return Math.ceil(total / limit) === totalPages ? total : totalPages * limit;
}

/**
 * A page as it is on its grid. Some upstreams answer a page past the end with the last one, under its own number or
 * under the one that was asked for: past the end there is nothing. The first page always begins in the collection.
 */
export function onGrid<T>(page: SourcePage<T>, asked: number): SourcePage<T> {
  const { pagination } = page;
  const isPastEnd =
    asked > 1 && (pagination.page < asked || (asked - 1) * pagination.limit >= extentOf(pagination));
  return isPastEnd ? { items: [], pagination } : page;
}
