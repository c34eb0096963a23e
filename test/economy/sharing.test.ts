import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { until } from '../rig/wait.js';
import { ask, count, requestOf, screenAt } from './ask.js';

const Wall = `{
  organization { name }
  screens(first: 8) { nodes { name playbackConfiguration { items { media { name } } } } }
}`;
/** Long enough for every operation to have begun before the first answer. */
const slow = { latencyMs: 60, size: { media: 250 } };
const together = <T>(number: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: number }, (_, index) => work(index)));

describe('operations of one credential that run at the same moment share what is on its way', () => {
  it('twenty identical operations cost as much as one', async () => {
    const alone = await startSystem(slow);
    const one = await count(alone, () => ask(alone, Wall));
    const house = await startSystem(slow);
    let answers: Awaited<ReturnType<typeof ask>>[] = [];
    const twenty = await count(house, async () => (answers = await together(20, () => ask(house, Wall))));
    expect(twenty).toBe(one);
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    // What was sent is counted once, whoever asked; everyone else says that it shared.
    expect(answers.reduce((sum, { upstream }) => sum + (upstream?.requests ?? 0), 0)).toBe(one);
    expect(answers.filter(({ upstream }) => (upstream?.shared ?? 0) > 0).length).toBeGreaterThanOrEqual(19);
  });

  it('so it is when they come again, and their sweeps start ahead', async () => {
    const alone = await startSystem(slow);
    await ask(alone, Wall);
    const one = await count(alone, () => ask(alone, Wall));
    const house = await startSystem(slow);
    await ask(house, Wall);
    expect(await count(house, () => together(20, () => ask(house, Wall)))).toBe(one);
  });

  it.each([{ UPSTREAM_MAX_CONNECTIONS: '2' }, { UPSTREAM_MAX_CONCURRENCY: '3' }])(
    'so it is when places are scarce: %o',
    async (settings) => {
      const query = '{ screens(first: 8) { nodes { name playbackConfiguration { revision } } } }';
      const house = await startSystem({ latencyMs: 20 }, { settings });
      expect(await count(house, () => together(20, () => ask(house, query)))).toBe(1 + 8);
    },
  );

  it('two credentials of one organization share nothing: twice the requests', async () => {
    const query = '{ screens(first: 8) { nodes { name playbackConfiguration { revision } } } }';
    const house = await startSystem(slow);
    const credentials = ['demo-everything-credential', 'demo-screens-and-playback-credential'];
    const requests = await count(house, () =>
      together(20, (index) => ask(house, query, { credential: credentials[index % 2] ?? '' })),
    );
    expect(requests).toBe(2 * (1 + 8));
  });

  it('nothing outlives its request: a later operation asks again', async () => {
    const house = await startSystem();
    const query = '{ organization { name } }';
    expect(await count(house, () => ask(house, query))).toBe(1);
    expect(await count(house, () => ask(house, query))).toBe(1);
  });

  it('one screen under fifty aliases is one request', async () => {
    const house = await startSystem();
    const fields = Array.from({ length: 50 }, (_, index) => `a${index}: screen(id: $id) { name }`);
    const query = `query ($id: ID!) { ${fields.join(' ')} }`;
    expect(await count(house, () => ask(house, query, { variables: { id: screenAt(4) } }))).toBe(1);
  });
});

describe('whoever leaves takes nothing away from the others', () => {
  const Name = '{ organization { name } }';

  it.each([0, 1, 2])(
    'C14: of three that share a request, the one that came as number %i leaves',
    async (leaver) => {
      const house = await startSystem({ latencyMs: 150 });
      const leaving = new AbortController();
      const answers = together(3, (index) =>
        index === leaver ? leave(house.facade, leaving.signal) : ask(house, Name).then(({ data }) => data),
      );
      await until('the request', () => house.simulator.requests.length === 1);
      leaving.abort();
      const others = (await answers).filter((_, index) => index !== leaver);
      expect(others).toEqual([0, 1].map(() => ({ organization: { name: 'Nordlicht Bahn & Retail' } })));
      expect(house.simulator.requests).toHaveLength(1);
    },
  );

  it('when the last one leaves, what was planned is not sent any more', async () => {
    const house = await startSystem({ latencyMs: 40 }, { settings: { UPSTREAM_MAX_CONCURRENCY: '2' } });
    const leaving = new AbortController();
    const query = 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';
    const variables = { ids: Array.from({ length: 40 }, (_, index) => screenAt(index)) };
    const both = together(2, () => leave(house.facade, leaving.signal, query, variables));
    await until('some requests', () => house.simulator.requests.length >= 4);
    leaving.abort();
    await both;
    const sent = house.simulator.requests.length;
    expect(sent).toBeLessThan(12);
    // Each of these takes longer than a round of the abandoned operations would.
    for (let fence = 1; fence <= 3; fence += 1) await ask(house, Name);
    expect(house.simulator.requests.length).toBe(sent + 3);
  });
});

/** Asks, and gives up with the signal. */
async function leave(
  facade: Awaited<ReturnType<typeof startSystem>>['facade'],
  signal: AbortSignal,
  query = '{ organization { name } }',
  variables = {},
): Promise<undefined> {
  await facade.fetch(requestOf(query, { signal, variables })).catch(() => undefined);
  return undefined;
}
