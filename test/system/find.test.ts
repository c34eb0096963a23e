import { describe, expect, it } from 'vitest';
import type { ScreenFilter } from '../generated/graphql.js';
import { FindInOrganization, FindScreens } from './find-document.js';
import { pathsOf, readAll } from './rest.js';
import { sendTo } from './send.js';
import { everything, startSystem, type TestSystem } from './test-system.js';

interface RestScreen {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

/** All visible screens, as the REST list shows them. */
const restScreens = async ({ simulator }: TestSystem): Promise<RestScreen[]> =>
  // The simulator follows the contract.
  (await readAll(simulator, '/screens')) as unknown as RestScreen[];

const offline: ScreenFilter = { statusIn: ['OFFLINE'] };

describe('finding screens', () => {
  it('a filter shows the matches in the order of the list, and counts them', async () => {
    const system = await startSystem();
    const expected = (await restScreens(system)).filter(({ status }) => status === 'offline');
    const { data, errors } = await system.query(FindScreens, { first: 1000, filter: offline });
    expect(errors).toBeUndefined();
    expect(data?.screens?.edges.map(({ node }) => node?.id)).toEqual(expected.map(({ id }) => id));
    expect(data?.screens?.totalCount).toBe(expected.length);
  });

  it('an order sorts by name as people do', async () => {
    const system = await startSystem();
    const collator = new Intl.Collator('en', { numeric: true });
    const expected = (await restScreens(system)).toSorted(
      (a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1),
    );
    const { data } = await system.query(FindInOrganization, {
      first: 1000,
      screensOrder: { field: 'NAME', direction: 'ASC' },
    });
    const screens = data?.organization?.screens;
    expect(screens?.nodes.map((node) => node?.id)).toEqual(expected.map(({ id }) => id));
  });

  it('all of it costs one reading', async () => {
    const system = await startSystem();
    const paths = await pathsOf(system.simulator, async () => {
      await system.query(FindScreens, { first: 3, filter: offline, orderBy: { field: 'NAME' } });
    });
    expect(paths).toEqual([1, 2, 3].map((page) => `/screens?page=${page}&limit=100`));
  });

  it('finds under each alias what it finds alone', async () => {
    const { facade } = await startSystem();
    const filters = ['idIn: []', 'statusIn: [OFFLINE]', 'statusIn: [ONLINE]', 'nameContains: "e"', ''];
    const fields = filters.flatMap((filter) =>
      ['ASC', 'DESC'].map(
        (direction) =>
          `screens(first: 300, filter: { ${filter} }, orderBy: { field: STATUS, direction: ${direction} }) { totalCount nodes { id } }`,
      ),
    );
    const read = async (query: string): Promise<Record<string, unknown>> => {
      const { data } = await facade.run({ query, credential: everything });
      return data ?? {};
    };
    for (const order of [fields, fields.toReversed()]) {
      const together = await read(`{ ${order.map((field, index) => `a${index}: ${field}`).join(' ')} }`);
      for (const [index, field] of order.entries())
        expect(together[`a${index}`], field).toEqual((await read(`{ screens: ${field} }`))['screens']);
    }
  });

  it('the number of all screens beside it costs no request', async () => {
    const system = await startSystem();
    const query = '{ all: screens { totalCount } byName: screens(orderBy: { field: NAME }) { totalCount } }';
    const paths = await pathsOf(system.simulator, async () => {
      const response = await sendTo(system.facade, '/graphql', {
        method: 'POST',
        headers: { authorization: `Bearer ${everything}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      expect(response.errors).toEqual([]);
    });
    expect(paths).toHaveLength(3);
  });

  it.each([
    ['a filter', { filter: offline }],
    ['an order', { orderBy: { field: 'UPDATED_AT', direction: 'DESC' } }],
    ['both', { filter: offline, orderBy: { field: 'NAME', direction: 'ASC' } }],
  ] as const)('a walk over %s shows each match once, both ways', async (_what, list) => {
    const system = await startSystem({ hiddenEvery: 3, emptyPages: [2] });
    const all = await system.query(FindScreens, { first: 1000, ...list });
    const expected = all.data?.screens?.edges.map(({ node }) => node?.id) ?? [];
    const matches = (await restScreens(system)).filter(
      ({ status }) => !('filter' in list) || status === 'offline',
    );
    expect(expected.toSorted()).toEqual(matches.map(({ id }) => id).toSorted());
    const forward: unknown[] = [];
    for (let after: string | null | undefined, goesOn = true; goesOn;) {
      const { data } = await system.query(FindScreens, { first: 7, after, ...list });
      forward.push(...(data?.screens?.edges.map(({ node }) => node?.id) ?? []));
      after = data?.screens?.pageInfo.endCursor;
      goesOn = data?.screens?.pageInfo.hasNextPage === true;
    }
    expect(forward).toEqual(expected);
    const backward: unknown[] = [];
    for (let before: string | null | undefined, goesOn = true; goesOn;) {
      const { data } = await system.query(FindScreens, { last: 9, before, ...list });
      backward.unshift(...(data?.screens?.edges.map(({ node }) => node?.id) ?? []));
      before = data?.screens?.pageInfo.startCursor;
      goesOn = data?.screens?.pageInfo.hasPreviousPage === true;
    }
    expect(backward).toEqual(expected);
  });
});
