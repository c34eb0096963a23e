import { PagedList } from '../../src/session/paged-list.js';
import { Reader } from '../../src/session/reader.js';
import { RecordLoader } from '../../src/session/record-loader.js';
import { PartnerError } from '../../src/partner/error.js';
import { type Media, media } from '../../src/partner/media.js';
import type { ClientRequest } from '../../src/rest/client.js';
import { readLazyPage, readPage } from '../../src/rest/read-response.js';
import type { RestResponse } from '../../src/rest/transport/transport.js';
import type { CollectionFacts } from '../../src/tenant/collection-facts.js';
import { responseWith } from '../rig/memory-upstream.js';
import { Lifetime } from '../../src/base/lifetime.js';
import { openTenant, settingsOf, someone } from './operation.js';

/** A library as the upstream has it: places in order, some hidden from the list. */
export interface Library {
  /** Length of the list, hidden places included: ids are those of `idAt`. */
  readonly total: number;
  readonly hidden: ReadonlySet<number>;
  /** Pages of 100, from 1, that cannot be read. */
  readonly brokenPages: ReadonlySet<number>;
  /** Ids whose own read fails with 500. */
  readonly brokenIds: ReadonlySet<string>;
}

export const idAt = (index: number): string => `m${index}`;
export const pagesOf = ({ total }: Pick<Library, 'total'>): number => Math.ceil(total / 100);
export const libraryOf = (total: number, faults: Partial<Library> = {}): Library => ({
  total,
  hidden: new Set(),
  brokenPages: new Set(),
  brokenIds: new Set(),
  ...faults,
});

/** Whether a page of the list shows the id. */
export function isListed({ total, hidden, brokenPages }: Library, id: string): boolean {
  const index = Number(id.slice(1));
  return index < total && !hidden.has(index) && !brokenPages.has(Math.floor(index / 100) + 1);
}

/** What a single read of the id gives: its name, or the code of its failure. */
export function singleAnswer({ total, brokenIds }: Library, id: string): string {
  if (brokenIds.has(id)) return 'UPSTREAM_UNAVAILABLE';
  return Number(id.slice(1)) < total ? `name of ${id}` : 'NOT_FOUND';
}

const record = (id: string): Media => ({
  id,
  name: `name of ${id}`,
  type: 'image',
  status: 'ready',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
});

export interface TestLoaderOptions {
  /** What is known of collections from earlier operations; kept up to date. */
  readonly facts?: Map<string, CollectionFacts>;
  readonly maxConcurrency?: number;
}

/** One operation's loader of media over such a library. */
export function createTestLoader(
  library: Library,
  { facts = new Map<string, CollectionFacts>(), maxConcurrency = 32 }: TestLoaderOptions = {},
) {
  /** Paths that were asked for, in order. */
  const requests: string[] = [];
  /** Whether each batch called for a sweep from the start when it comes again. */
  const sweepNotes: boolean[] = [];
  const reader = openReader(
    async ({ path, pageForm }) => {
      const id = /\/(m\d+)$/.exec(path)?.[1];
      requests.push(id === undefined ? path : `/${id}`);
      await Promise.resolve();
      const read = pageForm === 'lazy' ? readLazyPage : readPage;
      if (id === undefined) return read(media.list, pageAnswer(library, path), () => undefined);
      const answer = singleAnswer(library, id);
      if (answer.startsWith('name')) return record(id);
      throw new PartnerError(answer === 'NOT_FOUND' ? answer : 'UPSTREAM_UNAVAILABLE', `no ${id}`);
    },
    facts,
    maxConcurrency,
  );
  const list = new PagedList(reader, media.list, media.list.path);
  const note = (_path: string, isSwept: boolean): void => void sweepNotes.push(isSwept);
  const loader = new RecordLoader(media, list, { note }, true);
  return {
    load: (id: string) => loader.load(id),
    requests,
    list,
    cost: reader.requests.cost,
    sweepNotes,
  };
}

type TestLoader = ReturnType<typeof createTestLoader>;

/**
 * What an operation reads, from such a client.
 *
 * @param facts those of collections, as the credential has learnt them
 */
export function openReader(
  respond: (request: ClientRequest) => Promise<unknown>,
  facts: Map<string, CollectionFacts>,
  maxConcurrency = 32,
): Reader {
  const client = {
    read: (request: ClientRequest) => ({ result: respond(request), abort: () => undefined }),
    close: () => Promise.resolve(),
  };
  const tenant = Object.assign(openTenant(), { client, collections: facts });
  return new Reader({
    ...someone,
    lifetime: new Lifetime(),
    tenant,
    settings: settingsOf(maxConcurrency, 10_000),
  });
}

/** A page as the contract has it: cut first, hidden items taken out afterwards. */
function pageAnswer({ total, hidden, brokenPages }: Library, path: string): RestResponse {
  const [page = 1, limit = 20] = [...path.matchAll(/\d+/g)].slice(-2).map(Number);
  if (brokenPages.has(page)) throw new PartnerError('UPSTREAM_UNAVAILABLE', `no page ${page}`);
  const places = Array.from({ length: limit }, (_, index) => (page - 1) * limit + index);
  const data = places
    .filter((place) => place < total && !hidden.has(place))
    .map((place) => record(idAt(place)));
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) };
  return responseWith(JSON.stringify({ data, pagination }));
}

/** What each id has come to: the record's name, or the code of its failure. */
export const outcomesOf = (loader: TestLoader, ids: readonly string[]): Promise<string[]> =>
  Promise.all(ids.map((id) => outcomeOf(loader, id)));

async function outcomeOf(loader: TestLoader, id: string): Promise<string> {
  try {
    const { id: own, name } = await loader.load(id);
    return own === id ? name : `another record: ${own}`;
  } catch (error) {
    return error instanceof PartnerError ? error.code : String(error);
  }
}

/** Facts as an earlier operation leaves them. */
export function factsOf(total: number, unlistedShare?: number): Map<string, CollectionFacts> {
  return new Map([[media.list.path, { total, seenAt: 0, unlistedShare }]]);
}
