import { describe, expect, it } from 'vitest';
import { credentials } from '../rig/credential.js';
import { isObject, type Json } from '../rig/json.js';
import { operationRequest } from '../rig/operation-request.js';
import { editedBy, truthful } from '../rig/response.js';
import { errorsOf, type Rig, startRig } from '../rig/rig.js';
import type { Upstream } from '../rig/upstream.js';
import { withPagination } from './connections.js';
import { drifts, expectErrors, expectIntact } from './outcome.js';

const largest = 2 ** 31 - 1;

/** What one page may claim of a list of 230 records; its `limit` is as requested. */
const claims: Readonly<Record<string, (limit: number) => Readonly<Record<string, number>>>> = {
  total: (limit) => ({ total: largest, totalPages: Math.ceil(largest / limit) }),
  'total alone': () => ({ total: largest }),
  totalPages: () => ({ totalPages: largest }),
};

const limitOf = (body: Json): number => {
  const pagination = isObject(body) ? body['pagination'] : undefined;
  return isObject(pagination) ? Number(pagination['limit']) : 0;
};

const lie = (claim: keyof typeof claims) =>
  editedBy((body) => withPagination(body, claims[claim]?.(limitOf(body)) ?? {}));

const sizes = { screens: 230, playlists: 230, media: 230, items: 3 };

/** A rig whose lists claim this until `tellTruth`. */
async function startLying(
  claim: keyof typeof claims,
): Promise<Rig<Upstream> & { tellTruth: () => void }> {
  const rig = await startRig({ sizes, settings: { ORGANIZATION_METRICS: 'true' } });
  const lists = ['partnerV1_screens', 'partnerV1_playlists', 'partnerV1_media'] as const;
  for (const operation of lists) rig.upstream.on({ operation }, lie(claim));
  const tellTruth = (): void => {
    for (const operation of lists) rig.upstream.on({ operation }, truthful);
  };
  return { ...rig, tellTruth };
}

/** Operations that read a list whole. */
const whole: Readonly<Record<string, string>> = {
  'a filter': '{ screens(first: 5, filter: { nameContains: "1" }) { totalCount nodes { id } } }',
  'a numbered page of matches':
    '{ media(page: 2, filter: { nameContains: "1" }) { nodes { id } } }',
  'an order': '{ playlists(first: 5, orderBy: { field: NAME }) { nodes { id } } }',
  'a summary': '{ screenSummary { count } }',
  'playlists of a file': '{ mediaItem(id: "m1") { playlists { id } } }',
};

/** Milliseconds of the processor that an operation takes. */
async function measure<T>(run: () => Promise<T>): Promise<readonly [T, number]> {
  const before = process.cpuUsage();
  const result = await run();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1000];
}

describe.each(['total', 'totalPages'] as const)('a list that claims the largest %s', (claim) => {
  it.each(Object.entries(whole))(
    'E5: %s exceeds the budget at once, and is served as soon as the list is true',
    async (_what, query) => {
      const { ask, upstream, tellTruth } = await startLying(claim);
      const [answer, milliseconds] = await measure(() => ask(query));
      expectErrors(answer, { code: 'UPSTREAM_BUDGET_EXCEEDED' });
      // Six seconds, or the end of the process, where an array is made of it.
      expect(milliseconds).toBeLessThan(1500);
      expect(upstream.count()).toBeLessThanOrEqual(2);
      tellTruth();
      const sent = upstream.count();
      expectIntact(await ask(query));
      const own = upstream.count() - sent;
      const fresh = await startRig({ sizes });
      expectIntact(await fresh.ask(query));
      expect(own).toBe(fresh.upstream.count());
    },
  );

  it('E2, E5: a walk from its end, and look-ups of its records, end within the budget', async () => {
    const { ask, upstream, tellTruth } = await startLying(claim);
    const ids = Array.from({ length: 40 }, (_, index) =>
      JSON.stringify(encoded(`Media:m${index + 1}`)),
    );
    const nodes = `{ nodes(nodeIds: [${ids.join(',')}]) { ... on Media { name } } }`;
    for (const query of ['{ screens(last: 5) { nodes { id } } }', nodes]) {
      const sent = upstream.count();
      const [, milliseconds] = await measure(() => ask(query));
      expect(milliseconds).toBeLessThan(1500);
      expect(upstream.count() - sent).toBeLessThanOrEqual(250);
    }
    tellTruth();
    for (const query of ['{ screens(last: 5) { nodes { id } } }', nodes])
      expectIntact(await ask(query));
  });

  it('E5: its pages are logged and counted once each as a contradiction', async () => {
    const { ask, log } = await startLying(claim);
    for (let time = 0; time < 2; time += 1) await ask('{ screenSummary { count } }');
    expect(drifts(log)).toMatchObject([
      { operation: 'partnerV1_screens', kind: 'contradictory total', field: `pagination.${claim}` },
    ]);
  });
});

const encoded = (id: string): string => Buffer.from(id).toString('base64url');

describe.each(['total', 'totalPages'] as const)(
  'a scrape and a file of a list with the largest %s',
  (claim) => {
    const files = { headers: { accept: 'text/csv' } };
    const rows = '{ screens { nodes { id name } } }';

    it('E5: fail at once, and succeed as soon as the list is true', async () => {
      const { fetch, upstream, tellTruth } = await startLying(claim);
      const scrape = async (): Promise<readonly string[]> => {
        const headers = { authorization: `Bearer ${credentials.alpha.everything}` };
        const response = await fetch(
          new Request('http://facade.test/metrics/organization', { headers }),
        );
        return (await response.text()).match(/^signage_collector_success.*$/gm) ?? [];
      };
      const file = async (): Promise<number> => {
        const headers = {
          ...files.headers,
          authorization: `Bearer ${credentials.alpha.everything}`,
        };
        return (await fetch(operationRequest(rows, { credential: null, headers }))).status;
      };
      const [failed, milliseconds] = await measure(scrape);
      expect(failed.map((line) => line.at(-1))).toEqual(['1', '0', '0', '0']);
      expect([await file(), upstream.count()]).toEqual([400, 5]);
      expect(milliseconds).toBeLessThan(1500);
      tellTruth();
      expect((await scrape()).map((line) => line.at(-1))).toEqual(['1', '1', '1', '1']);
      expect(await file()).toBe(200);
      expect(upstream.count()).toBe(5 + 10 + 3);
    });
  },
);

describe('a list that was swept ahead, and claims to be long', () => {
  const query = '{ playlist(id: "p1") { items(first: 100) { nodes { media { name } } } } }';

  it('E5: is not swept ahead: the operation costs no more than without its history', async () => {
    const { ask, upstream } = await startRig({ sizes: { media: 230, items: 100 } });
    const cost = async (): Promise<number> => {
      const sent = upstream.count();
      expectIntact(await ask(query));
      return upstream.count() - sent;
    };
    for (let time = 0; time < 2; time += 1) expect(await cost()).toBeLessThanOrEqual(5);
    upstream.on(
      { operation: 'partnerV1_media', times: 1 },
      editedBy((body) => withPagination(body, long)),
    );
    await ask('{ media(first: 100) { nodes { id } } }');
    expect(await cost()).toBeLessThanOrEqual(2 + 100);
  });
});

/** Of pages of 100. */
const long = { total: 900_000, totalPages: 9000 };

describe('a list that claims a large total beside a true totalPages', () => {
  it('E5: is read to its true end, and others learn nothing of it', async () => {
    const { ask, upstream } = await startLying('total alone');
    const answer = await ask('{ screenSummary { count } }');
    expect(answer.body.data).toEqual({ screenSummary: { count: 230 } });
    expect(upstream.count()).toBe(3);
    const plan = await ask('{ screenSummary { count } }', {}, undefined, {
      headers: { 'x-upstream-explain': 'plan' },
    });
    expect(JSON.stringify(plan.body.extensions)).toContain('whose length its first page shows');
  });
});

describe('a list that has shrunk since it was read', () => {
  it('E5: costs the requests in flight when its first page shows it, not those of its old length', async () => {
    const { ask, upstream } = await startRig({
      sizes: { screens: 6000 },
      settings: { UPSTREAM_MAX_CONCURRENCY: '4' },
    });
    await ask('{ screens { totalCount } }');
    upstream.organizations.alpha.screens.splice(150);
    const sent = upstream.count();
    const answer = await ask('{ screenSummary { count } }');
    expect(answer.body.data).toEqual({ screenSummary: { count: 150 } });
    expect(upstream.count() - sent).toBeLessThanOrEqual(4);
  });
});

describe('a list that is too long', () => {
  it('is refused without a request while its length is known', async () => {
    const { ask, upstream } = await startRig({
      sizes: { screens: 600 },
      settings: { MAX_UPSTREAM_REQUESTS: '4' },
    });
    for (let time = 0; time < 2; time += 1) {
      const answer = await ask('{ screenSummary { count } }');
      expect(errorsOf(answer).map(({ code }) => code)).toEqual(['UPSTREAM_BUDGET_EXCEEDED']);
      expect(upstream.count()).toBe(1);
    }
  });
});
