import type { Pagination } from '../partner/envelope.js';
import { PartnerError } from '../partner/error.js';
import type { ListEndpoint, PathParameters } from '../partner/endpoint.js';
import { listPlaylistItems } from '../partner/playlist.js';
import { extentOf, type Source } from '../paging/source.js';
import { maxPageLimit } from '../paging/plan.js';
import { fillPath, type GridPage, pageQuery } from '../rest/path.js';
import type { Page } from '../rest/page.js';
import { invalid, type PageForm } from '../rest/read-response.js';
import type { Cost } from './budget.js';
import type { CollectionFacts } from '../tenant/tenant.js';

/** One list of the contract as one operation sees it: its pages, each read once, and what they have told. */
export interface PagedList<T> extends Source<T | PartnerError> {
  /** Reads a page of 100 for some of its records. */
  readonly sweep: (page: number) => Promise<Page<T>>;
  /** Pages of 100 that this operation has not read, or undefined while nothing tells how many there are. */
  readonly unreadPages: () => readonly number[] | undefined;
  /** Starts to read all of them before the first id is known. */
  readonly sweepAhead: () => void;
  /** Resolves when what `sweepAhead` has started is there; undefined where it was not called. */
  readonly ahead: () => Promise<unknown> | undefined;
}

export interface PagedListOptions<T> {
  readonly endpoint: ListEndpoint<T>;
  readonly parameters: PathParameters;
  readonly getPage: (path: string, form: PageForm) => Promise<Page<T>>;
  /** What earlier operations of the credential have learnt; kept up to date. */
  readonly facts: Map<string, CollectionFacts> | undefined;
  /** Brackets a read whose answer may hold links; a sweep's answer does not. */
  readonly leading: <V>(read: () => Promise<V>) => Promise<V>;
  readonly cost: Cost;
  /** Called with the records of every page. */
  readonly shown: (page: Page<T>) => void;
}

/** @throws PartnerError BAD_USER_INPUT for an unusable path parameter */
export function createPagedList<T>(options: PagedListOptions<T>): PagedList<T> {
  const { endpoint: operation, facts } = options;
  const base = fillPath(operation.path, options.parameters);
  const pages = new Map<string, Promise<Page<T>>>();
  const readWhole = new Set<number>();
  let known: Pagination | undefined;
  let cap = maxPageLimit;
  let ahead: Promise<unknown> | undefined;

  const learn = (page: Page<T>, asked: GridPage): Page<T> => {
    checkEcho(operation, page.pagination, asked);
    known = page.pagination;
    if (known.limit < asked.limit) cap = Math.min(cap, known.limit);
    if (asked.limit === maxPageLimit) readWhole.add(asked.page);
    const fact = facts?.get(base);
    if (fact === undefined) facts?.set(base, { pagination: known, unlistedShare: undefined });
    else fact.pagination = known;
    options.shown(page);
    return page;
  };

  const page = (grid: GridPage, form: PageForm): Promise<Page<T>> => {
    const path = base + pageQuery(grid);
    const read = pages.get(path);
    if (read !== undefined) {
      options.cost.deduplicated += 1;
      return read;
    }
    const fresh = options.getPage(path, form).then((result) => learn(result, grid));
    pages.set(path, fresh);
    return fresh;
  };

  const unreadPages = (): readonly number[] | undefined => {
    const pagination = known ?? facts?.get(base)?.pagination;
    if (pagination === undefined) return undefined;
    const count = Math.ceil(extentOf(pagination) / maxPageLimit);
    return Array.from({ length: count }, (_, index) => index + 1).filter((each) => !readWhole.has(each));
  };

  const sweep = (number: number): Promise<Page<T>> => page({ page: number, limit: maxPageLimit }, 'lazy');

  return {
    sweep,
    readPage: (number, limit) => options.leading(() => page({ page: number, limit }, 'whole')),
    idOf,
    // The contract does not tell whether a slot may stand in a playlist several times.
    areIdsUnique: operation.id !== listPlaylistItems.id,
    maxLimit: () => cap,
    known: () => known,
    unreadPages,
    sweepAhead() {
      const all = unreadPages()?.map(sweep);
      ahead = Promise.allSettled(all ?? []);
    },
    ahead: () => ahead,
  };
}

/** Items of a playlist are known by their slot. */
function idOf(item: unknown): string | null {
  if (typeof item !== 'object' || item === null || item instanceof PartnerError) return null;
  if ('id' in item && typeof item.id === 'string') return item.id;
  return 'slotId' in item && typeof item.slotId === 'string' ? item.slotId : null;
}

/**
 * A smaller limit than asked is another grid, and the last page in place of a later one an end: paging can follow both.
 * Anything else is another page.
 */
function checkEcho<T>(
  operation: ListEndpoint<T>,
  { page, limit, totalPages }: Pagination,
  asked: GridPage,
): void {
  const isLastInstead = page < asked.page && page === Math.max(1, totalPages);
  if ((page === asked.page || isLastInstead) && limit <= asked.limit) return;
  throw invalid(
    operation,
    `with page ${page} of limit ${limit} where page ${asked.page} of limit ${asked.limit} was asked for`,
    200,
  );
}
