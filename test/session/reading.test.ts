import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Session } from '../../src/session/session.js';
import { PartReading } from '../../src/session/part-reading.js';
import { readWhole } from '../../src/session/reading.js';
import type { Endpoint } from '../../src/partner/endpoint.js';
import { PartnerError } from '../../src/partner/error.js';
import { getScreenConfiguration } from '../../src/partner/playback.js';
import { listPlaylistItems, playlists } from '../../src/partner/playlist.js';
import { listScreens, screens } from '../../src/partner/screen.js';
import type { Client } from '../../src/rest/client.js';
import { Page, ParsedItems } from '../../src/rest/page.js';
import type { Tenant } from '../../src/tenant/tenant.js';
import { places } from '../economy/ask.js';
import { numberedScreen } from '../find/numbered-screen.js';
import { Lifetime } from '../../src/base/lifetime.js';
import { openTenant, settingsOf, someone } from './operation.js';

interface ListOptions {
  /** Screens that the list has, and those that it had when an earlier operation saw it. */
  readonly length: number;
  readonly seen?: number;
  readonly cap?: number;
}

/** A list that counts the pages that are read. */
function openList({ length, seen, cap = 100 }: ListOptions, left = 250) {
  const reads: string[] = [];
  const client: Client = {
    read({ path }) {
      const [page = 1, requested = 100] = [...path.matchAll(/=(\d+)/g)].map(([, number]) =>
        Number(number),
      );
      reads.push(`${page} of ${requested}`);
      const limit = Math.min(requested, cap);
      const pagination = { page, limit, total: length, totalPages: Math.ceil(length / limit) };
      const from = (page - 1) * limit;
      const numbers = places(Math.max(0, Math.min(limit, length - from)), from + 1);
      const items = numbers.map((number) => numberedScreen(number).record);
      const result = Promise.resolve(new Page(new ParsedItems(items), pagination, (item) => item));
      return { result, abort: () => undefined };
    },
    close: () => Promise.resolve(),
  };
  const tenant = openTenant();
  if (seen !== undefined) tenant.collections.set(listScreens.path, { total: seen, seenAt: 0 });
  return { list: openSession(client, tenant, 3, left).collection(screens), reads };
}

describe('a whole reading', () => {
  it('reads a list whose outdated length exceeds the budget, once its first page shows that it has shrunk', async () => {
    const { list, reads } = openList({ length: 150, seen: 900 }, 3);
    const { records, failure } = await readWhole(list);
    expect(failure).toBeUndefined();
    expect(records).toHaveLength(150);
    expect(reads).toEqual(['1 of 100', '2 of 100']);
  });

  it('follows an upstream that serves smaller pages, and shows each record once', async () => {
    const { list, reads } = openList({ length: 95, seen: 95, cap: 40 });
    const { records, pages } = await readWhole(list);
    expect(records.map(({ id }) => id)).toEqual(
      Array.from({ length: 95 }, (_, index) => `s${index + 1}`),
    );
    expect(pages).toHaveLength(3);
    expect(reads).toEqual(['1 of 100', '2 of 40', '3 of 40']);
  });
});

/**
 * What the upstream has: for each record the number of its items, or the status of its
 * configuration.
 */
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
    const end = Math.min(count, page * 100);
    const shown = visible(end, hiddenEvery).filter((index) => index >= (page - 1) * 100);
    const pagination = { page, limit: 100, total: count, totalPages: Math.ceil(count / 100) };
    return new Page(new ParsedItems(shown.map(make)), pagination, (item) => item);
  };
  const respond = (endpoint: Endpoint, path: string): unknown => {
    const index = Number(/\/r(\d+)/.exec(path)?.[1]);
    const value = records[index] ?? 0;
    if (endpoint.id === listPlaylistItems.id)
      return pageOf(path, value, (item) => `${index}.${item}`);
    if (endpoint.kind === 'list')
      return pageOf(path, records.length, (record) => ({ id: `r${record}` }));
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

const openSession = (
  client: Client,
  tenant: Tenant,
  maxConcurrency: number,
  maxRequests = 100_000,
) =>
  new Session({
    lifetime: new Lifetime(),
    tenant: Object.assign(tenant, { client }),
    ...someone,
    settings: settingsOf(maxConcurrency, maxRequests),
    operation: {},
    summary: { hasLinks: false, startsWithOneRequest: false },
    variables: '{}',
  });

const visible = (count: number, hiddenEvery: number): number[] =>
  places(count).filter((index) => hiddenEvery === 0 || (index + 1) % hiddenEvery !== 0);

const concurrency = fc.integer({ min: 1, max: 8 });
const hiddenEvery = fc.constantFrom(0, 2, 3);

describe('records are read with their parts', () => {
  it('playlists: all items of all pages, in order, each page once', async () => {
    const lengths = fc.array(fc.constantFrom(0, 1, 5, 99, 100, 101, 250), { maxLength: 130 });
    await fc.assert(
      fc.asyncProperty(lengths, hiddenEvery, concurrency, async (records, hidden, width) => {
        const { client, paths, maxInFlight } = createWorldClient({ records, hiddenEvery: hidden });
        const session = openSession(client, openTenant(), width);
        const read = await new PartReading(session, playlists, listPlaylistItems).read();
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
        expect(session.known(playlists.list.path)?.parts).toEqual({
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
        const session = openSession(client, openTenant(), width);
        const reading = new PartReading(session, screens, getScreenConfiguration).read();
        const refused = records.indexOf(403);
        if (refused === -1) {
          const shown = records.flatMap((status, index) => (status === 200 ? [index] : []));
          expect((await reading).map(({ record, parts }) => [record.id, parts])).toEqual(
            shown.map((index) => [`r${index}`, [`configuration ${index}`]]),
          );
          expect(paths).toHaveLength(1 + records.length);
          return;
        }
        await expect(reading).rejects.toMatchObject({ code: 'FORBIDDEN' });
        expect(paths.length).toBeLessThanOrEqual(refused === 0 ? 1 + 1 : 1 + refused + width);
      }),
    );
  });
});
