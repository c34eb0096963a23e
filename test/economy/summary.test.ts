import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { ask, places, roundsOf } from './ask.js';

const plan = { headers: { 'x-upstream-explain': 'plan' } };
const pages = (count: number, operation = 'screens'): string[] => places(count).map(() => operation);

describe('the REST requests of summaries', () => {
  it('start together with the organization', async () => {
    const system = await startSystem();
    const query = `query ($status: [ScreenStatus!]) { organization { name
      screenSummary(filter: { statusIn: $status }) { count } playlistSummary { count } mediaSummary { count } } }`;
    const variables = { status: ['ONLINE'] };
    const [first] = await roundsOf(system, query, { variables });
    expect(first).toEqual(['media', 'organization', 'playlists', 'screens']);
    const none = await roundsOf(system, query, { variables: { status: [] } });
    expect(none).toEqual([['organization', ...pages(1, 'playlists'), ...pages(5, 'media')].toSorted()]);
  });

  it('are explained: at most the budget, until the length of the list is known', async () => {
    const system = await startSystem({}, { settings: { MAX_UPSTREAM_REQUESTS: '50' } });
    const query =
      '{ organization { screenSummary { count } offline: screenSummary(filter: { statusIn: [OFFLINE] }) { count } } }';
    const fields = 'organization.screenSummary, organization.offline';
    const unknown = await ask(system, query, plan);
    expect(unknown.upstream?.plan).toMatchObject([
      { operation: 'partnerV1_organization', atLeast: 1, atMost: 1 },
      { operation: 'partnerV1_screens', field: fields, atLeast: 1, atMost: 50 },
    ]);
    expect(system.simulator.requests).toEqual([]);
    await ask(system, '{ screens { totalCount } }');
    const known = await ask(system, query, plan);
    expect(known.upstream?.plan).toMatchObject([
      { operation: 'partnerV1_organization', atLeast: 1, atMost: 1 },
      { operation: 'partnerV1_screens', field: fields, atLeast: 3, atMost: 3 },
    ]);
    expect((await ask(system, query)).upstream).toMatchObject({ estimated: 4, requests: 4 });
  });

  it.each(['{ statusIn: [] }', '{ idIn: ["..", ""] }'])(
    'are none for %s, also in the plan',
    async (filter) => {
      const system = await startSystem({}, { settings: { MAX_UPSTREAM_REQUESTS: '2' } });
      await ask(system, '{ screens { totalCount } }');
      const query = `{ screenSummary(filter: ${filter}) { count precision } }`;
      expect((await ask(system, query, plan)).upstream?.plan).toMatchObject([{ atLeast: 0 }]);
      const { data } = await ask(system, query);
      expect(data).toEqual({ screenSummary: { count: 0, precision: 'EXACT' } });
      expect(system.simulator.requests).toHaveLength(1);
    },
  );

  it('are refused before the first where the list is known to exceed the budget', async () => {
    const system = await startSystem({}, { settings: { MAX_UPSTREAM_REQUESTS: '2' } });
    const query = '{ screenSummary { count precision } }';
    // Its length is unknown: one page is read, and the two others would exceed the budget.
    const { data, errors } = await ask(system, query);
    expect(data).toEqual({ screenSummary: { count: 100, precision: 'AT_LEAST' } });
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_BUDGET_EXCEEDED']);
    expect(system.simulator.requests).toHaveLength(1);
    const refused = await ask(system, query);
    expect(refused.errors.map(({ extensions }) => extensions['code'])).toEqual(['UPSTREAM_BUDGET_EXCEEDED']);
    expect(refused.data).toBeUndefined();
    expect(system.simulator.requests).toHaveLength(1);
  });
});
