import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { until } from '../rig/wait.js';
import { ask, count, requestOf, screenAt } from './ask.js';

const Fleet = `{
  organization { name }
  screens(first: 8) { nodes { name playbackConfiguration { items { media { name } } } } }
}`;
/** Slow enough for every operation to start before the first response. */
const slow = { latencyMs: 60, size: { media: 250 } };
const together = <T>(number: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: number }, (_, index) => work(index)));

describe('concurrent operations of one credential share requests in flight', () => {
  it('twenty identical operations cost as much as one', async () => {
    const alone = await startSystem(slow);
    const one = await count(alone, () => ask(alone, Fleet));
    const system = await startSystem(slow);
    let responses: Awaited<ReturnType<typeof ask>>[] = [];
    const twenty = await count(
      system,
      async () => (responses = await together(20, () => ask(system, Fleet))),
    );
    expect(twenty).toBe(one);
    expect(new Set(responses.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    // Each sent request counts for one operation; the others count it as shared.
    expect(responses.reduce((sum, { upstream }) => sum + (upstream?.requests ?? 0), 0)).toBe(one);
    expect(responses.filter(({ upstream }) => (upstream?.shared ?? 0) > 0).length).toBeGreaterThanOrEqual(19);
  });

  it('twenty repeated operations, whose sweeps start early, cost as much as one', async () => {
    const alone = await startSystem(slow);
    await ask(alone, Fleet);
    const one = await count(alone, () => ask(alone, Fleet));
    const system = await startSystem(slow);
    await ask(system, Fleet);
    expect(await count(system, () => together(20, () => ask(system, Fleet)))).toBe(one);
  });

  it.each([{ UPSTREAM_MAX_CONNECTIONS: '2' }, { UPSTREAM_MAX_CONCURRENCY: '3' }])(
    'twenty identical operations cost as much as one with few connections: %o',
    async (settings) => {
      const query = '{ screens(first: 8) { nodes { name playbackConfiguration { revision } } } }';
      const system = await startSystem({ latencyMs: 20 }, { settings });
      expect(await count(system, () => together(20, () => ask(system, query)))).toBe(1 + 8);
    },
  );

  it('two credentials of one organization share no request', async () => {
    const query = '{ screens(first: 8) { nodes { name playbackConfiguration { revision } } } }';
    const system = await startSystem(slow);
    const credentials = ['demo-everything-credential', 'demo-screens-and-playback-credential'];
    const requests = await count(system, () =>
      together(20, (index) => ask(system, query, { credential: credentials[index % 2] ?? '' })),
    );
    expect(requests).toBe(2 * (1 + 8));
  });

  it('a later operation sends its own requests', async () => {
    const system = await startSystem();
    const query = '{ organization { name } }';
    expect(await count(system, () => ask(system, query))).toBe(1);
    expect(await count(system, () => ask(system, query))).toBe(1);
  });

  it('one screen under fifty aliases is one request', async () => {
    const system = await startSystem();
    const fields = Array.from({ length: 50 }, (_, index) => `a${index}: screen(id: $id) { name }`);
    const query = `query ($id: ID!) { ${fields.join(' ')} }`;
    expect(await count(system, () => ask(system, query, { variables: { id: screenAt(4) } }))).toBe(1);
  });
});

describe('an operation that leaves does not affect the others', () => {
  const Name = '{ organization { name } }';

  it.each([0, 1, 2])('C14: number %i of three that share a request leaves', async (leaver) => {
    const system = await startSystem({ latencyMs: 150 });
    const leaving = new AbortController();
    const results = together(3, (index) =>
      index === leaver ? askUntil(system.facade, leaving.signal) : ask(system, Name).then(({ data }) => data),
    );
    await until('the request', () => system.simulator.requests.length === 1);
    leaving.abort();
    const others = (await results).filter((_, index) => index !== leaver);
    expect(others).toEqual([0, 1].map(() => ({ organization: { name: 'Nordlicht Bahn & Retail' } })));
    expect(system.simulator.requests).toHaveLength(1);
  });

  it('when the last one leaves, no further request is sent', async () => {
    const system = await startSystem({ latencyMs: 40 }, { settings: { UPSTREAM_MAX_CONCURRENCY: '2' } });
    const leaving = new AbortController();
    const query = 'query ($ids: [ID!]!) { playbackConfigurations(screenIds: $ids) { revision } }';
    const variables = { ids: Array.from({ length: 40 }, (_, index) => screenAt(index)) };
    const both = together(2, () => askUntil(system.facade, leaving.signal, query, variables));
    await until('some requests', () => system.simulator.requests.length >= 4);
    leaving.abort();
    await both;
    const sent = system.simulator.requests.length;
    expect(sent).toBeLessThan(12);
    // Each of these takes longer than the next requests of the abandoned operations would.
    for (let fence = 1; fence <= 3; fence += 1) await ask(system, Name);
    expect(system.simulator.requests.length).toBe(sent + 3);
  });
});

/** Sends an operation that the signal aborts. */
async function askUntil(
  facade: Awaited<ReturnType<typeof startSystem>>['facade'],
  signal: AbortSignal,
  query = '{ organization { name } }',
  variables = {},
): Promise<undefined> {
  await facade.fetch(requestOf(query, { signal, variables })).catch(() => undefined);
  return undefined;
}
