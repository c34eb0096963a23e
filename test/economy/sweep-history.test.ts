import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { ask, count, noMedia, playlistAt, places, screenAt, nodeIdOf } from './ask.js';

const Playback = `query ($id: ID!) {
  playbackConfiguration(screenId: $id) { items { media { name } layout { panels { items { media { name } } } } } }
}`;
/** The simulator's first screen plays more than eight files; its twelfth is unpaired, so it plays none. */
const [busy, idle] = [screenAt(0), screenAt(11)];

describe('a sweep that starts early, because the operation needed it before', () => {
  it('costs no more requests than a sweep for the batch', async () => {
    const system = await startSystem({ size: { media: 300 } });
    const run = () => count(system, () => ask(system, Playback, { variables: { id: busy } }));
    const first = await run();
    expect(first).toBe(1 + 3 + 1);
    expect(await run()).toBe(first);
  });

  it('counts its records as swept, like a sweep for the batch', async () => {
    const system = await startSystem({ size: { media: 300 } });
    const first = await ask(system, Playback, { variables: { id: busy } });
    const again = await ask(system, Playback, { variables: { id: busy } });
    expect(first.upstream?.swept).toBeGreaterThan(8);
    expect([again.upstream?.primed, again.upstream?.swept]).toEqual([0, first.upstream?.swept]);
  });

  it('does not start for other variables, whose links are unknown', async () => {
    const system = await startSystem({ size: { media: 300 } });
    await ask(system, Playback, { variables: { id: busy } });
    expect(await count(system, () => ask(system, Playback, { variables: { id: idle } }))).toBe(1);
  });

  it('does not start after a run that did not need it', async () => {
    const system = await startSystem({ size: { media: 300 } });
    await ask(system, Playback, { variables: { id: busy } });
    await ask(system, Playback, { variables: { id: idle } });
    expect(await count(system, () => ask(system, Playback, { variables: { id: idle } }))).toBe(1);
  });

  it('does not start for another credential, nor for another operation', async () => {
    const system = await startSystem({ size: { media: 300 } });
    await ask(system, Playback, { variables: { id: busy } });
    const organization = '{ organization { name } }';
    expect(await count(system, () => ask(system, organization))).toBe(1);
    const credential = 'demo-playback-only-credential';
    const paths = await pathsOf(system, credential);
    expect(paths.filter((path) => path.startsWith('/media?'))).toHaveLength(1);
  });

  it('does not start for ids that are on no page: never above k + 1', async () => {
    const system = await startSystem({ size: { media: 300 } });
    // Links to deleted files: the first playlist has one, and 12 slots.
    const query = `query ($ids: [ID!]!, $id: ID!) {
      nodes(nodeIds: $ids) { nodeId }
      playlist(id: $id) { items(first: 3) { nodes { media { name } } } }
    }`;
    const variables = {
      ids: places(20).map((index) => nodeIdOf('Media', noMedia(index))),
      id: playlistAt(7),
    };
    for (let run = 1; run <= 3; run += 1)
      expect(await count(system, () => ask(system, query, { variables })), `run ${run}`).toBeLessThanOrEqual(
        20 + 1 + 2,
      );
  });

  it('does not change the result', async () => {
    const system = await startSystem({ size: { media: 300 } });
    const first = await ask(system, Playback, { variables: { id: busy } });
    const { data, errors } = await ask(system, Playback, { variables: { id: busy } });
    expect(data).toEqual(first.data);
    expect(data['playbackConfiguration']?.['items']?.length).toBeGreaterThan(3);
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['NOT_FOUND']);
  });
});

async function pathsOf(
  system: Awaited<ReturnType<typeof startSystem>>,
  credential: string,
): Promise<string[]> {
  const before = system.simulator.requests.length;
  await ask(system, Playback, { variables: { id: busy }, credential });
  return system.simulator.requests.slice(before).map(({ path }) => path.replace('/api/partner/v1', ''));
}
