import { describe, expect, it } from 'vitest';
import { FindInEachList } from './find-document.js';
import { readAll } from './rest.js';
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

describe('finding screens', () => {
  it('a filter shows the matches in the order of the list, and counts them', async () => {
    const system = await startSystem();
    const expected = (await restScreens(system)).filter(({ status }) => status === 'offline');
    const { data, errors } = await system.query(FindInEachList, {
      first: 1000,
      screensFilter: { statusIn: ['OFFLINE'] },
    });
    expect(errors).toBeUndefined();
    expect(data?.screens?.nodes.map((node) => node?.id)).toEqual(expected.map(({ id }) => id));
    expect(data?.screens?.totalCount).toBe(expected.length);
  });

  it('an order sorts by name as people do', async () => {
    const system = await startSystem();
    const collator = new Intl.Collator('en', { numeric: true });
    const expected = (await restScreens(system)).toSorted(
      (a, b) => collator.compare(a.name, b.name) || (a.id < b.id ? -1 : 1),
    );
    const { data } = await system.query(FindInEachList, {
      first: 1000,
      screensOrder: { field: 'NAME', direction: 'ASC' },
    });
    const screens = data?.organization?.screens;
    expect(screens?.nodes.map((node) => node?.id)).toEqual(expected.map(({ id }) => id));
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
});
