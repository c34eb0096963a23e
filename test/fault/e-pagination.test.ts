import { describe, expect, it } from 'vitest';
import { edited, editedBy } from '../rig/response.js';
import { isObject, type Json } from '../rig/json.js';
import { dataAt, errorsOf, type Rig, startRig } from '../rig/rig.js';
import type { Upstream } from '../rig/upstream.js';
import { expectIntact } from './outcome.js';
import { connections, withPagination } from './connections.js';

describe.each(connections)('the pagination of $name', ({ operation, path, select }) => {
  it.each<[string, Json | undefined]>([
    ['pagination', undefined],
    ['pagination.total', -1],
    ['pagination.total', 5e9],
    ['pagination.totalPages', 5e9],
    ['pagination.page', 2],
    ['pagination.limit', 101],
    ['pagination.limit', 1],
  ])('E5: %s of %j is invalid, and never an Int error', async (place, value) => {
    const { ask, upstream } = await startRig();
    upstream.on({ operation }, edited(place, value));
    const answer = await ask(
      `{ intact: organization { name } ${select('(first: 3) { totalCount edges { node { __typename } } pageInfo { hasNextPage } }')} }`,
    );
    expect(errorsOf(answer)).toMatchObject([
      { path, code: 'UPSTREAM_INVALID_RESPONSE', operation, status: 200 },
    ]);
    expect(answer.body.errors?.[0]?.message).not.toMatch(/Int cannot|represent/);
    expect(dataAt(answer, path)).toBeNull();
    expect(dataAt(answer, 'intact.name')).toBe('Organization stamp:alpha');
    expect(upstream.count(operation)).toBe(1);
  });

  it('E5: a large total over true items shows them, and its number', async () => {
    const { ask, upstream } = await startRig();
    upstream.on(
      { operation },
      editedBy((body) => withPagination(body, { total: 2 ** 31 - 1, totalPages: 715_827_883 })),
    );
    const answer = await ask(
      `{ ${select('(first: 3) { totalCount edges { node { __typename } } pageInfo { hasNextPage } }')} }`,
    );
    expectIntact(answer);
    expect(dataAt(answer, `${path}.totalCount`)).toBe(2 ** 31 - 1);
    expect(dataAt(answer, `${path}.edges`)).toHaveLength(3);
    expect(dataAt(answer, `${path}.pageInfo.hasNextPage`)).toBe(true);
  });

  it('E17: totalCount alone asks for one item, once, at any first', async () => {
    for (const size of ['', '(first: 0)', '(first: 7)', '(first: 1000)', '(last: 50)', '(page: 3)']) {
      const { ask, upstream } = await startRig();
      const answer = await ask(`{ ${select(`${size} { totalCount }`)} }`);
      expectIntact(answer);
      expect(dataAt(answer, `${path}.totalCount`)).toEqual(expect.any(Number));
      const lists = upstream.requests.filter(({ routed }) => routed?.operation === operation);
      expect(lists.map(({ routed }) => routed?.query)).toEqual(['page=1&limit=1']);
    }
  });
});

describe('totals that contradict the shown items', () => {
  /** The drift in the log and in the metrics. */
  async function driftOf({ log, fetch }: Rig<Upstream>) {
    const metrics = await (await fetch(new Request('http://facade.test/metrics'))).text();
    const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
    return {
      logged: lines.filter(({ kind }) => kind !== undefined),
      counted: metrics.split('\n').filter((line) => line.startsWith('partner_graphql_contract_drift_total')),
    };
  }

  it.each(connections)(
    'E5: $name are served, logged once, and counted each time',
    async ({ operation, select, path }) => {
      const rig = await startRig();
      rig.upstream.on(
        { operation },
        editedBy((body) => withPagination(body, { total: 2, totalPages: 7 })),
      );
      for (let time = 0; time < 3; time += 1) {
        const answer = await rig.ask(
          `{ ${select('(first: 3) { edges { node { __typename } } totalCount }')} }`,
        );
        expectIntact(answer);
        expect(dataAt(answer, `${path}.edges`)).toHaveLength(3);
        expect(dataAt(answer, `${path}.totalCount`)).toBe(2);
      }
      const { logged, counted } = await driftOf(rig);
      const fields = ['pagination.total', 'pagination.totalPages'];
      expect(logged).toEqual(
        fields.map((field): unknown =>
          expect.objectContaining({ level: 40, operation, kind: 'contradictory total', field }),
        ),
      );
      expect(logged[0]?.['msg']).toBe('the Partner API contradicts itself');
      expect(counted).toEqual(
        fields.map(
          (field) =>
            `partner_graphql_contract_drift_total{operation="${operation}",kind="contradictory total",field="${field}"} 3`,
        ),
      );
    },
  );

  it('E1: short and empty pages are no contradiction', async () => {
    const rig = await startRig({ sizes: { screens: 250 } });
    rig.upstream.on(
      { operation: 'partnerV1_screens', nth: 2 },
      editedBy((body) => (isObject(body) ? { ...body, data: [] } : body)),
    );
    expectIntact(await rig.ask('{ screens(first: 250) { nodes { id } } }'));
    expect(await driftOf(rig)).toEqual({ logged: [], counted: [] });
  });

  it('E5: a page that is read for single records is counted once too', async () => {
    const rig = await startRig({ sizes: { media: 5, items: 5 } });
    rig.upstream.on({ operation: 'partnerV1_media' }, edited('pagination.totalPages', 2));
    expectIntact(await rig.ask('{ playlist(id: "p1") { items(first: 5) { nodes { media { name } } } } }'));
    const { counted } = await driftOf(rig);
    expect(rig.upstream.count('partnerV1_media')).toBe(1);
    expect(counted).toHaveLength(1);
    expect(counted[0]).toMatch(/partnerV1_media.*totalPages"} 1$/);
  });
});
