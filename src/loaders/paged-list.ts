import type { Pagination } from '../partner/envelope.js';
import { PartnerError } from '../partner/error.js';
import type { ListEndpoint, PathParameters } from '../partner/endpoint.js';
import { listPlaylistItems } from '../partner/playlist.js';
import { extentOf, type Source } from '../paging/source.js';
import { maxPageLimit } from '../paging/plan.js';
import { fillPath, type GridPage, pageQuery } from '../rest/path.js';
import { hashOfId, type Page } from '../rest/page.js';
import type { PageForm } from '../rest/read-response.js';
import { invalid } from '../rest/response-error.js';
import type { CollectionFacts } from '../tenant/collection-facts.js';
import { sweepPages } from './list-facts.js';
import type { Memory } from './memory.js';

export interface PagedListOptions<T> {
  readonly endpoint: ListEndpoint<T>;
  readonly parameters: PathParameters;
  /** Has its pages, each read once. */
  readonly memory: Memory;
  readonly getPage: (path: string, form: PageForm) => Promise<Page<T>>;
  /** When the request of a kept page was sent; undefined where the page is fresh. */
  readonly keptAt: (path: string) => number | undefined;
  /** What earlier operations of the credential have learnt of collections, by path; kept up to date. */
  readonly facts: Map<string, CollectionFacts> | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Counts a read whose response may hold links; a sweep's response does not. */
  readonly during: <V>(read: Promise<V>) => Promise<V>;
}

/** One list of the contract as one operation sees it, and the records that its pages have shown. */
export class PagedList<T> implements Source<T | PartnerError> {
  readonly endpoint: ListEndpoint<T>;
  /** The contract does not rule out that a slot comes several times in a playlist. */
  readonly areIdsUnique: boolean;
  /** Settles when what batches wait for has been read: a whole reading, or a sweep ahead. Undefined where there is none. */
  ahead: Promise<unknown> | undefined;
  /** Without a query. */
  private readonly path: string;
  private readonly shown: Page<T>[] = [];
  /** Numbers of the pages of 100 that have been read. */
  private readonly swept = new Set<number>();
  private pagination: Pagination | undefined;
  /** When the request of the page that has shown it was sent, where that page was kept; else Infinity. */
  private paginationAt = -Infinity;
  private widest = maxPageLimit;
  private isReadWhole = false;

  /** @throws PartnerError BAD_USER_INPUT for an unusable path parameter */
  constructor(private readonly options: PagedListOptions<T>) {
    const { endpoint, parameters } = options;
    this.endpoint = endpoint;
    this.path = fillPath(endpoint.path, parameters);
    this.areIdsUnique = endpoint.id !== listPlaylistItems.id;
  }

  readPage(page: number, limit: number): Promise<Page<T>> {
    return this.options.during(this.read({ page, limit }, 'whole'));
  }

  /** Reads a page of 100 for some of its records. */
  sweep(page: number): Promise<Page<T>> {
    return this.read({ page, limit: maxPageLimit }, 'lazy');
  }

  /** Declares that the operation reads the whole list: every page is then as wide as the list serves. */
  declareWhole(): void {
    this.isReadWhole = true;
  }

  /** Starts to read all pages before the first id is known. */
  sweepAhead(): void {
    this.ahead = Promise.allSettled((this.unreadPages() ?? []).map((page) => this.sweep(page)));
  }

  /** Starts to read the first of them, which shows how many there are. */
  probeAhead(): void {
    this.ahead = Promise.allSettled([this.sweep(1)]);
  }

  /** A record that pages have shown; undefined where none has, or the record breaks the contract. */
  find(id: string): T | undefined {
    if (this.shown.length === 0) return undefined;
    const hash = hashOfId(id);
    for (const page of this.shown) {
      const index = page.indexOf(id, hash);
      if (index === -1) continue;
      const record = page.at(index);
      return record instanceof PartnerError ? undefined : record;
    }
    return undefined;
  }

  /** Number of positions, as far as the credential's operations know; undefined before the first page. */
  extent(): number | undefined {
    const pagination = this.pagination ?? this.options.facts?.get(this.path)?.pagination;
    return pagination && extentOf(pagination);
  }

  /** Pages of 100 that this operation has not read; undefined while the length of the list is unknown. */
  unreadPages(): readonly number[] | undefined {
    const extent = this.extent();
    if (extent === undefined) return undefined;
    const pages = Array.from({ length: sweepPages(extent) }, (_, index) => index + 1);
    return pages.filter((page) => !this.swept.has(page));
  }

  /** Items of a playlist are known by their slot. */
  readonly idOf = (item: unknown): string | null => {
    if (typeof item !== 'object' || item === null || item instanceof PartnerError) return null;
    if ('id' in item && typeof item.id === 'string') return item.id;
    return 'slotId' in item && typeof item.slotId === 'string' ? item.slotId : null;
  };

  readonly maxLimit = (): number => this.widest;

  readonly minLimit = (): number => (this.isReadWhole ? this.widest : 1);

  readonly known = (): Pagination | undefined => this.pagination;

  private read(grid: GridPage, form: PageForm): Promise<Page<T>> {
    const { memory, getPage } = this.options;
    const path = this.path + pageQuery(grid);
    return memory.read(path, () => getPage(path, form).then((page) => this.learn(page, grid, path)));
  }

  private learn(page: Page<T>, requested: GridPage, path: string): Page<T> {
    const { endpoint, keptAt } = this.options;
    const { pagination } = page;
    checkEcho(endpoint, pagination, requested);
    if (pagination.limit < requested.limit) this.noteSmaller(page, requested);
    if (requested.limit === maxPageLimit) this.swept.add(requested.page);
    this.noteLength(pagination, keptAt(path) ?? Infinity);
    this.shown.push(page);
    return page;
  }

  /** Remembers the list's length; that of a kept page replaces nothing that is newer. */
  private noteLength(pagination: Pagination, pageAt: number): void {
    const { facts, now } = this.options;
    if (pageAt >= this.paginationAt) {
      this.pagination = pagination;
      this.paginationAt = pageAt;
    }
    const fact = facts?.get(this.path);
    if (fact === undefined) {
      // Another process may have kept the page.
      const seenAt = Math.min(pageAt, now());
      facts?.set(this.path, { pagination, seenAt, unlistedShare: undefined, parts: undefined });
    }
    // The facts are rarely older than a kept page.
    else if (pageAt === Infinity) Object.assign(fact, { pagination, seenAt: now() });
  }

  /** The page is one of the smaller grid, where it need not be read again. */
  private noteSmaller(page: Page<T>, requested: GridPage): void {
    const { pagination } = page;
    this.widest = Math.min(this.widest, pagination.limit);
    if (pagination.page === requested.page)
      this.options.memory.entries.set(this.path + pageQuery(pagination), Promise.resolve(page));
  }
}

/** Paging can follow a smaller limit (another grid) and the last page in place of a later one (an end). */
function checkEcho<T>(
  endpoint: ListEndpoint<T>,
  { page, limit, totalPages }: Pagination,
  requested: GridPage,
): void {
  const isLastInstead = page < requested.page && page === Math.max(1, totalPages);
  if ((page === requested.page || isLastInstead) && limit <= requested.limit) return;
  throw invalid(
    endpoint,
    `with page ${page} of limit ${limit} where page ${requested.page} of limit ${requested.limit} was requested`,
    200,
  );
}
