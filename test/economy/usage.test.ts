import { describe, expect, it } from 'vitest';
import { startSystem, type TestSystem } from '../system/test-system.js';
import { ask, count, mediaAt, nodeIdOf, places, screenAt } from './ask.js';

const size = { screens: 12, playlists: 5, media: 30, playlistItems: 130 };

const Screens = '{ media(first: 10) { nodes { screens { id } } } }';
const Playlists = '{ media(first: 10) { nodes { playlists { id } } } }';

async function planOf(system: TestSystem, query: string) {
  const { upstream } = await ask(system, query, { headers: { 'x-upstream-explain': 'plan' } });
  const plan = upstream?.plan ?? [];
  return {
    estimated: upstream?.estimated,
    atLeast: plan.reduce((sum, { atLeast }) => sum + atLeast, 0),
    parts: plan.find(({ path }) => path.endsWith('/items') || path.endsWith('/configuration')),
  };
}

describe('the estimate of where files are used', () => {
  it.each([
    ['screens', Screens, 'partnerV1_screenConfiguration'],
    ['playlists', Playlists, 'partnerV1_playlistItems'],
  ])(
    '%s: bounded by the budget until it was read once, then exact',
    async (_what, query, operation) => {
      const system = await startSystem({ size });
      const first = await planOf(system, query);
      expect(first).toMatchObject({
        estimated: 250,
        parts: { operation, atLeast: 0, atMost: 250 },
      });
      expect(system.simulator.requests).toEqual([]);
      const { upstream } = await ask(system, query);
      expect(system.simulator.requests).toHaveLength(upstream?.requests ?? -1);
      expect(first.atLeast).toBeLessThanOrEqual(upstream?.requests ?? -1);
      const second = await planOf(system, query);
      expect(second.estimated).toBe(upstream?.requests);
      expect(await count(system, () => ask(system, query))).toBe(second.estimated);
    },
  );

  it('names every field of a reading, and counts the reading once', async () => {
    const system = await startSystem({ size });
    await ask(system, Screens);
    const { estimated, parts } = await planOf(
      system,
      '{ media(first: 10) { nodes { a: screens { id } b: screens { id } } } screens(orderBy: { field: NAME }) { totalCount } }',
    );
    expect(parts?.field).toBe('media.nodes.a, media.nodes.b');
    expect(estimated).toBe(1 + 1 + 12);
  });

  it.each([
    ['organization', '{ organization { media(first: 2) { nodes { screens { id } } } } }', 1 + 1],
    [
      'node',
      `{ node(nodeId: "${nodeIdOf('Media', mediaAt(0))}") { ... on Media { screens { id } } } }`,
      1,
    ],
    [
      'mediaItem',
      `{ mediaItem(id: "${mediaAt(0)}") { ...F } } fragment F on Media { screens { id } }`,
      1,
    ],
  ])('counts it below %s', async (_what, query, others) => {
    const system = await startSystem({ size });
    await ask(system, Screens);
    expect((await planOf(system, query)).estimated).toBe(others + 1 + 12);
    expect(await count(system, () => ask(system, query))).toBe(others + 1 + 12);
  });

  it('counts what is selected below it once for each record', async () => {
    const system = await startSystem({ size });
    await ask(system, Screens);
    const below =
      '{ media(first: 10) { nodes { screens { playbackConfiguration { revision } } } } }';
    const { estimated } = await planOf(system, below);
    expect(estimated).toBe(1 + 1 + 12 + 12);
    expect(await count(system, () => ask(system, below))).toBe(1 + 1 + 12);
  });

  it.each([
    ['no file', '{ media(first: 0) { nodes { screens { id } } } }', 1],
    [
      'a field that is skipped',
      '{ media(first: 1) { nodes { id screens @skip(if: true) { id } } } }',
      1,
    ],
  ])('%s costs nothing', async (_what, query, estimated) => {
    const system = await startSystem({ size });
    expect((await planOf(system, query)).estimated).toBe(estimated);
  });

  it('its lower bound is what is sent where no file is found', async () => {
    const system = await startSystem({ size: { ...size, media: 0 } });
    await ask(system, '{ screens(first: 1) { totalCount } playlists(first: 1) { totalCount } }');
    const query = '{ media(first: 10) { nodes { screens { id } playlists { id } } } }';
    const { atLeast } = await planOf(system, query);
    expect(await count(system, () => ask(system, query))).toBe(atLeast);
  });
});

describe('where files are used, and the budget', () => {
  const limited = (limit: number, options = {}) =>
    startSystem({ size, ...options }, { settings: { MAX_UPSTREAM_REQUESTS: String(limit) } });

  it.each([
    ['screens', Screens, 12, 'partnerV1_screenConfiguration'],
    ['playlists', Playlists, 5, 'partnerV1_playlistItems'],
  ])('%s: no part is requested where not all can be', async (list, query, records, operation) => {
    const system = await limited(records);
    const { errors, status } = await ask(system, query);
    expect(status).toBe(200);
    expect(errors).toHaveLength(10);
    for (const { extensions } of errors)
      expect(extensions).toMatchObject({ code: 'UPSTREAM_BUDGET_EXCEEDED', operation });
    expect(system.simulator.requests.map((request) => request.operation)).toEqual([
      'partnerV1_media',
      `partnerV1_${list}`,
    ]);

    const tight = await limited(records - 1);
    await ask(tight, `{ ${list} { totalCount } }`);
    const sent = await count(tight, async () => {
      const refused = await ask(tight, query);
      expect(refused.status).toBe(400);
      expect(refused.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_BUDGET_EXCEEDED' } }]);
      expect(refused.errors[0]?.message).toContain(
        `media.nodes.${list} (${records} × ${operation})`,
      );
    });
    expect(sent).toBe(0);
  });

  it('hidden screens cost nothing, so they refuse no operation that has read the list whole', async () => {
    const system = await limited(10, { hiddenEvery: 2 });
    for (let time = 1; time <= 2; time += 1)
      expect((await ask(system, Screens)).errors).toEqual([]);
    await ask(system, '{ screens(first: 1) { totalCount } }');
    expect((await ask(system, Screens)).errors).toEqual([]);
  });

  it('an operation that just fits runs, the second time too: configurations that it reads by their ids count once', async () => {
    const system = await limited(2 + 12);
    const query = `query ($ids: [ID!]!) {
      playbackConfigurations(screenIds: $ids) { revision } media(first: 2) { nodes { screens { id } } }
    }`;
    const variables = { ids: places(12).map(screenAt) };
    for (let time = 1; time <= 2; time += 1)
      expect((await ask(system, query, { variables })).errors).toEqual([]);
  });

  it('configurations that the operation has read already count once', async () => {
    const system = await limited(2 + 1 + 12);
    const { data } = await ask(
      system,
      '{ screens(first: 12) { nodes { playbackConfiguration { revision } } } media(first: 2) { nodes { screens { id } } } }',
    );
    expect(data['screens']?.['nodes']?.every((node) => node['playbackConfiguration'])).toBe(true);
    expect(data['media']?.['nodes']?.every((node) => node['screens'])).toBe(true);
  });
});
