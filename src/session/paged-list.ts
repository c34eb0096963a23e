import { contradictionAmong } from '../paging/agreement.js';
import { maxPageLimit } from '../paging/plan.js';
import { extentOf, type Source } from '../paging/place.js';
import { type Endpoint, type ListEndpoint, namesNoRecord } from '../partner/endpoint.js';
import { contradictionsOf, type Pagination } from '../partner/envelope.js';
import { PartnerError } from '../partner/error.js';
import { listPlaylistItems } from '../partner/playlist.js';
import { hashOfId, type Page } from '../rest/page.js';
import type { PageForm } from '../rest/read-response.js';
import { invalid } from '../rest/response-error.js';
import type { CollectionFacts } from '../tenant/collection-facts.js';
import type { Reader } from './reader.js';

/** How the response reports a record that needed no request: see `Cost`. */
export type Saving = 'primed' | 'swept';

/** Pages of 100 over a list of so many positions. */
export const sweepPages = (extent: number): number => Math.ceil(extent / maxPageLimit);

type GridPage = Pick<Pagination, 'page' | 'limit'>;

const pageQuery = ({ page, limit }: GridPage): string => `?page=${page}&limit=${limit}`;

/** One list of the contract as one operation sees it, and the records that its pages have shown. */
export class PagedList<T> implements Source<T | PartnerError> {
  /** The contract does not rule out that a slot comes several times in a playlist. */
  readonly areIdsUnique: boolean;
  private reading: Promise<unknown> | undefined;
  private isReadWhole = false;
  private isPartNeeded = false;
  private readonly shown: Page<T>[] = [];
  /** Numbers of the pages of 100 that have been read. */
  private readonly swept = new Set<number>();
  private pagination: Pagination | undefined;
  /** When the request of the page that has shown it was sent; undefined for a fresh page. */
  private paginationKeptAt: number | undefined;
  /**
   * What operations of the credential have learnt of collections, by path; undefined for a list of
   * a record.
   */
  private readonly collections: Map<string, CollectionFacts> | undefined;
  private widest = maxPageLimit;

  /** @param path of its endpoint, without a query */
  constructor(
    readonly reader: Reader,
    readonly endpoint: ListEndpoint<T>,
    readonly path: string,
  ) {
    this.areIdsUnique = endpoint.id !== listPlaylistItems.id;
    this.collections = namesNoRecord(endpoint) ? reader.options.tenant.collections : undefined;
  }

  readPage(page: number, limit: number): Promise<Page<T>> {
    return this.reader.schedule.during(this.read({ page, limit }, 'whole'));
  }

  /** Reads a page of 100 for some of its records. */
  sweep(page: number): Promise<Page<T>> {
    return this.read({ page, limit: maxPageLimit }, 'lazy');
  }

  /** Starts to read the first pages, `maxPages` at most, before the first id is known. */
  sweepAhead(maxPages: number): void {
    const pages = this.firstUnread(maxPages).map((page) => this.sweep(page));
    this.waitFor(Promise.allSettled(pages));
  }

  /** Makes the batches of the list wait for a reading of many records, which never rejects. */
  waitFor(reading: Promise<unknown>): void {
    this.reading = reading;
  }

  /**
   * Settles when what batches wait for has been read: a whole reading, or a sweep ahead. Undefined
   * where there is none.
   */
  get bulkReading(): Promise<unknown> | undefined {
    return this.reading;
  }

  /** What a record counts as that a page has shown before it was needed. */
  get saving(): Saving {
    return this.reading === undefined ? 'primed' : 'swept';
  }

  /** Declares that the operation reads the whole list: every page is as wide as the list serves. */
  planWhole(): void {
    this.isReadWhole = true;
  }

  /** Declares that somebody needs its other pages where one cannot be read. */
  needPart(): void {
    this.isPartNeeded = true;
  }

  /** Whether its other pages are of use to anyone where one cannot be read. */
  get isPartUseful(): boolean {
    return this.isPartNeeded;
  }

  get maxConcurrency(): number {
    return this.reader.options.settings.UPSTREAM_MAX_CONCURRENCY;
  }

  get facts(): CollectionFacts | undefined {
    return this.collections?.get(this.path);
  }

  /**
   * A record that pages have shown; undefined where none has, or the record breaks the contract.
   */
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

  /**
   * Throws UPSTREAM_INVALID_RESPONSE where the pages that were read contradict each other:
   * something may be missing. A page of which only some records were looked up says nothing of the
   * list.
   */
  checkAgreement(): void {
    const read = this.shown.filter(({ isLazy }) => !isLazy);
    const contradiction = contradictionAmong(read, this);
    if (contradiction === undefined) return;
    const how = `with pages that contradict each other: ${contradiction}`;
    throw invalid(this.endpoint, `${how}. The list may have changed while it was read: try again`);
  }

  /**
   * Number of positions, as far as the credential's operations know; undefined before the first
   * page.
   */
  extent(): number | undefined {
    return this.pagination ? extentOf(this.pagination) : this.facts?.total;
  }

  /** Pages of 100; undefined while the length of the list is unknown. */
  pages(): number | undefined {
    const extent = this.extent();
    return extent === undefined ? undefined : sweepPages(extent);
  }

  /**
   * How many of them this operation has not read; undefined while the length of the list is
   * unknown.
   */
  countUnread(): number | undefined {
    const pages = this.pages();
    if (pages === undefined) return undefined;
    return pages - [...this.swept].filter((page) => page <= pages).length;
  }

  /** The first of those, `max` at most: the list may claim any number of pages. */
  firstUnread(max: number): readonly number[] {
    const unread: number[] = [];
    const pages = this.pages();
    const isListed = (page: number): boolean => pages === undefined || page <= pages;
    for (let page = 1; isListed(page) && unread.length < max; page += 1) {
      if (!this.swept.has(page)) unread.push(page);
    }
    return unread;
  }

  /**
   * Whether the list is small enough to be read before anything needs it; it may have grown since
   * it was.
   */
  get isSmall(): boolean {
    const pages = this.pages();
    return pages !== undefined && pages <= this.maxConcurrency / 2;
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

  private read(grid: GridPage, pageForm: PageForm): Promise<Page<T>> {
    const { reader, endpoint } = this;
    const path = this.path + pageQuery(grid);
    // The response of a list endpoint is parsed to a page of its records.
    return reader.memory.read(path, () =>
      reader
        .read({ endpoint, path, pageForm })
        .then((page) => this.learn(page as Page<T>, grid, path)),
    );
  }

  /** Takes note of a page before anyone gets it. */
  private learn(page: Page<T>, requested: GridPage, path: string): Page<T> {
    const { pagination } = page;
    checkEcho(this.endpoint, pagination, requested);
    if (pagination.limit < requested.limit) this.noteSmaller(page, requested);
    if (requested.limit === maxPageLimit) this.swept.add(requested.page);
    this.noteLength(page, this.reader.keptAt(path));
    this.shown.push(page);
    return page;
  }

  /**
   * Remembers the list's length; that of a kept page replaces nothing that is newer. This operation
   * follows whatever its pages claim; others learn nothing that cannot be true.
   *
   * @param keptAt when the request of the page was sent; undefined for a fresh page
   */
  private noteLength({ pagination, length: shown }: Page<T>, keptAt: number | undefined): void {
    if (this.isNewest(keptAt)) {
      this.pagination = pagination;
      this.paginationKeptAt = keptAt;
    }
    if (contradictionsOf(pagination, shown).length > 0) return;
    this.shareLength(extentOf(pagination), keptAt);
  }

  /** Whether no page so far is newer than a page that was kept at that time. */
  private isNewest(keptAt: number | undefined): boolean {
    const { pagination, paginationKeptAt } = this;
    if (pagination === undefined || keptAt === undefined) return true;
    return paginationKeptAt !== undefined && keptAt >= paginationKeptAt;
  }

  private shareLength(total: number, keptAt: number | undefined): void {
    const now = this.reader.options.tenant.now();
    const { facts } = this;
    if (facts === undefined) {
      // Another process may have kept the page.
      const seenAt = keptAt === undefined ? now : Math.min(keptAt, now);
      this.collections?.set(this.path, { total, seenAt });
      return;
    }
    // The facts are rarely older than a kept page.
    if (keptAt === undefined) Object.assign(facts, { total, seenAt: now });
  }

  /** The page is one of the smaller grid, where it need not be read again. */
  private noteSmaller(page: Page<T>, requested: GridPage): void {
    const { pagination } = page;
    this.widest = Math.min(this.widest, pagination.limit);
    if (pagination.page !== requested.page) return;
    this.reader.memory.entries.set(this.path + pageQuery(pagination), Promise.resolve(page));
  }
}

/**
 * Paging can follow a smaller limit (another grid) and the last page in place of a later one (an
 * end).
 */
function checkEcho(
  endpoint: Endpoint,
  { page, limit, totalPages }: Pagination,
  requested: GridPage,
): void {
  const isLastInstead = page < requested.page && page === Math.max(1, totalPages);
  const isPagePossible = page === requested.page || isLastInstead;
  if (isPagePossible && limit <= requested.limit) return;
  throw invalid(
    endpoint,
    `with page ${page} of limit ${limit} where page ${requested.page} of limit ${requested.limit} was requested`,
  );
}
