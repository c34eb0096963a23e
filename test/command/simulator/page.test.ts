import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type Simulator } from '../../../src/command/simulator/simulator.js';
import { openSimulator } from '../../rig/open.js';
import { ask, asItems, crawl, idsOf } from './ask.js';

let whole: Simulator;
let hiding: Simulator;
let ids: string[];

beforeAll(async () => {
  const size = { media: 420 };
  whole = await startSimulator({ size });
  hiding = await startSimulator({ size, hiddenEvery: 7, emptyPages: [0, 2] });
  ids = idsOf(await crawl(whole, '/media'));
});
afterAll(() => Promise.all([whole.close(), hiding.close()]));

async function idsAt(simulator: Simulator, page: number, limit: number): Promise<string[]> {
  return idsOf(asItems((await ask(simulator, `/media?page=${page}&limit=${limit}`)).data));
}

/** The contract's rule in the plainest words: cut first, then take out. */
function expected(page: number, limit: number, isHidden: (place: number) => boolean): string[] {
  return ids
    .map((id, index) => ({ id, place: index + 1 }))
    .slice((page - 1) * limit, page * limit)
    .filter(({ place }) => !isHidden(place))
    .map(({ id }) => id);
}

const isHidden = (place: number) =>
  place % 7 === 0 || place <= 100 || (place > 200 && place <= 300);

describe('Pagination of collections', () => {
  it.each(['/screens', '/playlists', '/media'])(
    '%s: page is 1 and limit 20 by default',
    async (path) => {
      const { data, pagination } = await ask(whole, path);
      expect(data).toHaveLength(20);
      expect(pagination).toMatchObject({ page: 1, limit: 20 });
    },
  );

  it.each([1, 3, 20, 99, 100])(
    'rule 1: pages of %i place every item once, in one order',
    async (limit) => {
      const last = Math.ceil(420 / limit);
      for (const page of [1, 2, last - 1, last]) {
        expect(await idsAt(whole, page, limit)).toEqual(expected(page, limit, () => false));
      }
      const { pagination } = await ask(whole, `/media?limit=${limit}`);
      expect(pagination).toEqual({ page: 1, limit, total: 420, totalPages: last });
    },
  );

  it('a page beyond the last is empty and has the same total; an empty collection has no page', async () => {
    const beyond = await ask(whole, '/media?page=6&limit=100');
    expect([beyond.status, beyond.data]).toEqual([200, []]);
    expect(beyond.pagination).toEqual({ page: 6, limit: 100, total: 420, totalPages: 5 });
    const { data, pagination } = await ask(
      await openSimulator({ size: { screens: 0 } }),
      '/screens',
    );
    expect(data).toEqual([]);
    expect(pagination).toEqual({ page: 1, limit: 20, total: 0, totalPages: 0 });
  });
});

describe('Pagination rule 2: a short page is not the last', () => {
  it.each([1, 7, 20, 64, 100])(
    'hidden items shorten pages of %i, and total counts them',
    async (limit) => {
      for (let page = 1; page <= Math.min(8, Math.ceil(420 / limit)); page += 1) {
        expect(await idsAt(hiding, page, limit)).toEqual(expected(page, limit, isHidden));
      }
      expect((await ask(hiding, `/media?limit=${limit}`)).pagination).toMatchObject({ total: 420 });
    },
  );

  it('a client that reads to totalPages finds the same items with any page size', async () => {
    const visible = expected(1, 420, isHidden);
    for (const limit of [13, 100]) {
      expect(idsOf(await crawl(hiding, '/media', 'everything', limit))).toEqual(visible);
    }
  });

  it('an item that no list shows is still read by its id', async () => {
    expect((await ask(hiding, `/media/${String(ids[0])}`)).status).toBe(200);
  });

  it('partnerV1_playlistItems: the items of a playlist are hidden too', async () => {
    const [playlist = ''] = idsOf(await crawl(whole, '/playlists'));
    const all = await crawl(whole, `/playlists/${playlist}/items`);
    const left = await crawl(hiding, `/playlists/${playlist}/items`);
    expect(idsOf(left)).toEqual(idsOf(all).filter((_, index) => !isHidden(index + 1)));
  });
});

describe('Limits, misuse: 400 explains the parameter', () => {
  it.each([
    ...[
      'page=0',
      'page=-1',
      'page=1.5',
      'page=x',
      'page=',
      'page=1&page=2',
      'page=99999999999999999',
    ],
    ...['limit=0', 'limit=101', 'limit=-1', 'limit=10.0', 'limit=ten', 'limit=', 'limit=1e1'],
  ])('?%s, before a missing resource', async (query) => {
    const [parameter = ''] = query.split('=');
    for (const path of ['/screens', '/playlists', '/media', '/playlists/nobody/items']) {
      const { status, error } = await ask(whole, `${path}?${query}`);
      expect(status).toBe(400);
      expect(error).toMatchObject({ code: 'invalid_request', details: { parameter } });
      expect(error?.['message']).toContain(`"${parameter}"`);
    }
  });

  it('an operation that is no list ignores the parameters', async () => {
    expect((await ask(whole, '/organization?limit=0&page=x')).status).toBe(200);
  });
});
