import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownParts } from '../../src/loaders/list-facts.js';
import { readParts } from '../../src/loaders/part-reading.js';
import { Session } from '../../src/loaders/session.js';
import type { Endpoint } from '../../src/partner/endpoint.js';
import { PartnerError } from '../../src/partner/error.js';
import { getScreenConfiguration } from '../../src/partner/playback.js';
import { listPlaylistItems, playlists } from '../../src/partner/playlist.js';
import { screens } from '../../src/partner/screen.js';
import type { Client } from '../../src/rest/client.js';
import { ParsedPage } from '../../src/rest/page.js';
import { fairShare, Limiter } from '../../src/tenant/limiter.js';
import type { CollectionParts } from '../../src/tenant/collection-facts.js';
import type { Tenant } from '../../src/tenant/tenant.js';
import { openTenant } from './operation.js';

/** What the upstream has: for each record the number of its items, or the status of its configuration. */
interface World {
  readonly records: readonly number[];
  /** Every n-th item of any list is hidden; 0 hides none. */
  readonly hiddenEvery: number;
}

/** A client that counts what is in flight, and responds in later turns. */
function createWorldClient({ records, hiddenEvery }: World) {
  const paths: string[] = [];
  let [inFlight, maxInFlight] = [0, 0];
  const pageOf = (path: string, count: number, make: (index: number) => unknown) => {
    const page = Number(/page=(\d+)/.exec(path)?.[1] ?? 1);
    const places = Array.from({ length: count }, (_, index) => index).slice((page - 1) * 100, page * 100);
    const shown = places.filter((index) => hiddenEvery === 0 || (index + 1) % hiddenEvery !== 0);
    const pagination = { page, limit: 100, total: count, totalPages: Math.ceil(count / 100) };
    return new ParsedPage(shown.map(make), pagination, (item) => item);
  };
  const respond = (endpoint: Endpoint, path: string): unknown => {
    const index = Number(/\/r(\d+)/.exec(path)?.[1]);
    const value = records[index] ?? 0;
    if (endpoint.id === listPlaylistItems.id) return pageOf(path, value, (item) => `${index}.${item}`);
    if (endpoint.kind === 'list') return pageOf(path, records.length, (record) => ({ id: `r${record}` }));
    if (value === 200) return `configuration ${index}`;
    throw new PartnerError(value === 404 ? 'NOT_FOUND' : 'FORBIDDEN', 'refused', { status: value });
  };
  const client: Client = {
    read({ endpoint, path }) {
      paths.push(path);
      inFlight += 1;
      maxInFlight = Math.max(maxInFlight, inFlight);
      const later = new Promise((resolve) => setImmediate(resolve));
      const result = later.then(() => {
        inFlight -= 1;
        return respond(endpoint, path);
      });
      return { result, abort: () => undefined };
    },
    close: () => Promise.resolve(),
  };
  return { client, paths, maxInFlight: () => maxInFlight };
}

const openSession = (client: Client, tenant: Tenant, maxConcurrency: number, maxRequests = 100_000) =>
  new Session({
    client,
    tenant,
    processLimiter: new Limiter(256, fairShare(256)),
    credential: 'credential',
    requestId: 'id',
    limits: { maxConcurrency, maxRequests, timeoutMs: 1000 },
    isTraced: false,
    operation: { hasLinks: false, startsWithOneRequest: false },
    variables: '{}',
  });

const visible = (count: number, hiddenEvery: number): number[] =>
  Array.from({ length: count }, (_, index) => index).filter(
    (index) => hiddenEvery === 0 || (index + 1) % hiddenEvery !== 0,
  );

const concurrency = fc.integer({ min: 1, max: 8 });
const hiddenEvery = fc.constantFrom(0, 2, 3);

describe('records are read with their parts', () => {
  it('playlists: all items of all pages, in order, each page once', async () => {
    const lengths = fc.array(fc.constantFrom(0, 1, 5, 99, 100, 101, 250), { maxLength: 130 });
    await fc.assert(
      fc.asyncProperty(lengths, hiddenEvery, concurrency, async (records, hidden, width) => {
        const { client, paths, maxInFlight } = createWorldClient({ records, hiddenEvery: hidden });
        const tenant = openTenant();
        const read = await readParts(openSession(client, tenant, width), playlists, listPlaylistItems);
        const shown = visible(records.length, hidden);
        expect(read).toEqual(
          shown.map((index) => ({
            record: { id: `r${index}` },
            parts: visible(records[index] ?? 0, hidden).map((item) => `${index}.${item}`),
          })),
        );
        const pages = (length: number): number => Math.max(1, Math.ceil(length / 100));
        const requests = shown.reduce((sum, index) => sum + pages(records[index] ?? 0), 0);
        expect(new Set(paths).size).toBe(paths.length);
        expect(paths).toHaveLength(pages(records.length) + requests);
        expect(maxInFlight()).toBeLessThanOrEqual(width);
        expect(knownParts(tenant.collections.get(playlists.list.path))).toEqual({
          atLeast: shown.length,
          exactly: requests,
        });
      }),
      { numRuns: 40 },
    );
  });

  it('screens: those with a configuration, in order; with one that is refused, none and no more than are in flight', async () => {
    const statuses = fc.array(fc.constantFrom(200, 200, 200, 404, 403), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(statuses, concurrency, async (records, width) => {
        const { client, paths } = createWorldClient({ records, hiddenEvery: 0 });
        const reading = readParts(openSession(client, openTenant(), width), screens, getScreenConfiguration);
        const refused = records.indexOf(403);
        if (refused === -1) {
          expect((await reading).map(({ record, parts }) => [record.id, parts])).toEqual(
            records.flatMap((status, index) =>
              status === 200 ? [[`r${index}`, [`configuration ${index}`]]] : [],
            ),
          );
          expect(paths).toHaveLength(1 + records.length);
          return;
        }
        await expect(reading).rejects.toMatchObject({ code: 'FORBIDDEN' });
        expect(paths.length).toBeLessThanOrEqual(refused === 0 ? 1 + 1 : 1 + refused + width);
      }),
    );
  });

  it('no part is read where there are more records than requests left', async () => {
    const { client, paths } = createWorldClient({ records: [200, 200, 200], hiddenEvery: 0 });
    const session = openSession(client, openTenant(), 4, 3);
    await expect(readParts(session, screens, getScreenConfiguration)).rejects.toMatchObject({
      code: 'UPSTREAM_BUDGET_EXCEEDED',
      facts: { operation: 'partnerV1_screenConfiguration' },
    });
    expect(paths).toHaveLength(1);
  });
});

describe('what is known of parts', () => {
  const factsOf = (total: number, parts: CollectionParts | undefined) => ({
    pagination: { page: 1, limit: 100, total, totalPages: Math.ceil(total / 100) },
    seenAt: 0,
    unlistedShare: undefined,
    parts,
  });

  it.each([
    ['nothing of a list that nobody has seen', undefined, undefined],
    [
      'the total of a list whose parts nobody has read',
      factsOf(7, undefined),
      { atLeast: 7, exactly: undefined },
    ],
    [
      'the visible records of a list that was read whole',
      factsOf(7, { total: 7, records: 5, requests: undefined }),
      { atLeast: 5, exactly: undefined },
    ],
    [
      'all of it after a reading',
      factsOf(7, { total: 7, records: 5, requests: 9 }),
      { atLeast: 5, exactly: 9 },
    ],
    [
      'the total again once the list has changed',
      factsOf(8, { total: 7, records: 5, requests: 9 }),
      { atLeast: 8, exactly: undefined },
    ],
  ])('%s', (_what, facts, expected) => {
    expect(knownParts(facts)).toEqual(expected);
  });
});
