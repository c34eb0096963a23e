import type { Pagination } from '../partner/envelope.js';
import { PartnerError } from '../partner/error.js';
import type { ListEndpoint, PathParameters } from '../partner/endpoint.js';
import { listPlaylistItems } from '../partner/playlist.js';
import { extentOf, type Source } from '../paging/source.js';
import { maxPageLimit } from '../paging/plan.js';
import { fillPath, type GridPage, pageQuery } from '../rest/path.js';
import type { Page } from '../rest/page.js';
import type { PageForm } from '../rest/read-response.js';
import { invalid } from '../rest/response-error.js';
import { sweepPages } from './batch-strategy.js';
import type { Cost } from './budget.js';
import type { CollectionFacts } from '../tenant/collection-facts.js';

/** One list of the contract as one operation sees it: its pages, each read once, and what they have shown. */
export interface PagedList<T> extends Source<T | PartnerError> {
  /** Reads a page of 100 for some of its records. */
  readonly sweep: (page: number) => Promise<Page<T>>;
  /** Number of positions, as far as the credential's operations know; undefined before the first page. */
  readonly extent: () => number | undefined;
  /** Declares that the operation reads the whole list: every page is then as wide as the list serves. */
  readonly expectReading: () => void;
  /** Pages of 100 that this operation has not read; undefined while the length of the list is unknown. */
  readonly unreadPages: () => readonly number[] | undefined;
  /** Starts to read all of them before the first id is known. */
  readonly sweepAhead: () => void;
  /** Starts to read the first of them, which shows how many there are. */
  readonly probeAhead: () => void;
  /** Resolves when what is read ahead has come; undefined where nothing is. */
  readonly ahead: () => Promise<unknown> | undefined;
}

export interface PagedListOptions<T> {
  readonly endpoint: ListEndpoint<T>;
  readonly parameters: PathParameters;
  readonly getPage: (path: string, form: PageForm) => Promise<Page<T>>;
  /** What earlier operations of the credential have learnt of collections, by path; kept up to date. */
  readonly facts: Map<string, CollectionFacts> | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Counts a read whose response may hold links; a sweep's response does not. */
  readonly leading: <V>(read: Promise<V>) => Promise<V>;
  /** When the requests of kept pages were sent, by path; a page that is not in it is fresh. */
  readonly keptAt?: ReadonlyMap<string, number> | undefined;
  readonly cost: Cost;
  /** Receives every page once. */
  readonly shown: (page: Page<T>) => void;
}

interface State<T> {
  readonly options: PagedListOptions<T>;
  /** The path without a query. */
  readonly base: string;
  readonly pages: Map<string, Promise<Page<T>>>;
  /** Numbers of the pages of 100 that have been read. */
  readonly readWhole: Set<number>;
  known: Pagination | undefined;
  /** When the request of the page that has shown it was sent, where that page was kept; else Infinity. */
  knownAt: number;
  maxLimit: number;
  isReadWhole: boolean;
  ahead: Promise<unknown> | undefined;
}

/** @throws PartnerError BAD_USER_INPUT for an unusable path parameter */
export function createPagedList<T>(options: PagedListOptions<T>): PagedList<T> {
  const state: State<T> = {
    options,
    base: fillPath(options.endpoint.path, options.parameters),
    pages: new Map(),
    readWhole: new Set(),
    known: undefined,
    knownAt: -Infinity,
    maxLimit: maxPageLimit,
    isReadWhole: false,
    ahead: undefined,
  };
  return {
    sweep: (page) => sweep(state, page),
    readPage: (page, limit) => options.leading(readOnce(state, { page, limit }, 'whole')),
    idOf,
    // The contract does not rule out that a slot comes several times in a playlist.
    areIdsUnique: options.endpoint.id !== listPlaylistItems.id,
    maxLimit: () => state.maxLimit,
    minLimit: () => (state.isReadWhole ? state.maxLimit : 1),
    extent: () => extentOfList(state),
    expectReading() {
      state.isReadWhole = true;
    },
    known: () => state.known,
    unreadPages: () => unreadPages(state),
    sweepAhead() {
      const pages = unreadPages(state) ?? [];
      state.ahead = Promise.allSettled(pages.map((page) => sweep(state, page)));
    },
    probeAhead() {
      state.ahead = Promise.allSettled([sweep(state, 1)]);
    },
    ahead: () => state.ahead,
  };
}

const sweep = <T>(state: State<T>, page: number): Promise<Page<T>> =>
  readOnce(state, { page, limit: maxPageLimit }, 'lazy');

function readOnce<T>(state: State<T>, grid: GridPage, form: PageForm): Promise<Page<T>> {
  const { options, pages } = state;
  const path = state.base + pageQuery(grid);
  const known = pages.get(path);
  if (known !== undefined) {
    options.cost.deduplicated += 1;
    return known;
  }
  const fresh = options.getPage(path, form).then((page) => learn(state, page, grid, path));
  pages.set(path, fresh);
  return fresh;
}

function learn<T>(state: State<T>, page: Page<T>, requested: GridPage, path: string): Page<T> {
  const { pagination } = page;
  checkEcho(state.options.endpoint, pagination, requested);
  if (pagination.limit < requested.limit) noteSmaller(state, page, requested);
  if (requested.limit === maxPageLimit) state.readWhole.add(requested.page);
  noteLength(state, pagination, state.options.keptAt?.get(path) ?? Infinity);
  state.options.shown(page);
  return page;
}

/** Remembers the list's length; that of a kept page replaces nothing that is newer. */
function noteLength<T>(state: State<T>, pagination: Pagination, pageAt: number): void {
  const { facts, now } = state.options;
  if (pageAt >= state.knownAt) {
    state.known = pagination;
    state.knownAt = pageAt;
  }
  const fact = facts?.get(state.base);
  if (fact === undefined)
    facts?.set(state.base, {
      pagination,
      // Another process may have kept the page.
      seenAt: Math.min(pageAt, now()),
      unlistedShare: undefined,
      parts: undefined,
    });
  // The facts are rarely older than a kept page.
  else if (pageAt === Infinity) Object.assign(fact, { pagination, seenAt: now() });
}

/** The page is one of the smaller grid, where it need not be read again. */
function noteSmaller<T>(state: State<T>, page: Page<T>, requested: GridPage): void {
  const { pagination } = page;
  state.maxLimit = Math.min(state.maxLimit, pagination.limit);
  if (pagination.page === requested.page)
    state.pages.set(state.base + pageQuery(pagination), Promise.resolve(page));
}

function extentOfList<T>({ options, base, known }: State<T>): number | undefined {
  const pagination = known ?? options.facts?.get(base)?.pagination;
  return pagination && extentOf(pagination);
}

function unreadPages<T>(state: State<T>): readonly number[] | undefined {
  const extent = extentOfList(state);
  if (extent === undefined) return undefined;
  const { readWhole } = state;
  const count = sweepPages(extent);
  return Array.from({ length: count }, (_, index) => index + 1).filter((page) => !readWhole.has(page));
}

/** Items of a playlist are known by their slot. */
function idOf(item: unknown): string | null {
  if (typeof item !== 'object' || item === null || item instanceof PartnerError) return null;
  if ('id' in item && typeof item.id === 'string') return item.id;
  return 'slotId' in item && typeof item.slotId === 'string' ? item.slotId : null;
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
