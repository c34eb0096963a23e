import { describe, expect, it } from 'vitest';
import { startSystem } from '../system/test-system.js';
import { ask, count, noMedia, playlistAt, places, screenAt, nodeIdOf } from './ask.js';

const Playback = `query ($id: ID!) {
  playbackConfiguration(screenId: $id) { items { media { name } layout { panels { items { media { name } } } } } }
}`;
/** The simulator's twelfth screen is unpaired, so it plays nothing; its first plays more than eight files. */
const [busy, idle] = [screenAt(0), screenAt(11)];

describe('a sweep that starts ahead because the operation needed it last time', () => {
  it('costs no request more than the batch would have cost', async () => {
    const house = await startSystem({ size: { media: 300 } });
    const run = () => count(house, () => ask(house, Playback, { variables: { id: busy } }));
    const first = await run();
    expect(first).toBe(1 + 3 + 1);
    expect(await run()).toBe(first);
  });

  it('tells its records as swept, like a sweep that came later', async () => {
    const house = await startSystem({ size: { media: 300 } });
    const first = await ask(house, Playback, { variables: { id: busy } });
    const again = await ask(house, Playback, { variables: { id: busy } });
    expect(first.upstream?.swept).toBeGreaterThan(8);
    expect([again.upstream?.primed, again.upstream?.swept]).toEqual([0, first.upstream?.swept]);
  });

  it('is not started for other variables, whose links nobody knows', async () => {
    const house = await startSystem({ size: { media: 300 } });
    await ask(house, Playback, { variables: { id: busy } });
    expect(await count(house, () => ask(house, Playback, { variables: { id: idle } }))).toBe(1);
  });

  it('is not started again after a run that needed nothing of it', async () => {
    const house = await startSystem({ size: { media: 300 } });
    await ask(house, Playback, { variables: { id: busy } });
    await ask(house, Playback, { variables: { id: idle } });
    expect(await count(house, () => ask(house, Playback, { variables: { id: idle } }))).toBe(1);
  });

  it('is not started for another credential, nor for another operation', async () => {
    const house = await startSystem({ size: { media: 300 } });
    await ask(house, Playback, { variables: { id: busy } });
    const organization = '{ organization { name } }';
    expect(await count(house, () => ask(house, organization))).toBe(1);
    const credential = 'demo-playback-only-credential';
    const paths = await pathsOf(house, credential);
    expect(paths.filter((path) => path.startsWith('/media?'))).toHaveLength(1);
  });

  it('is not started where ids have proved to be on no page: never above k + 1', async () => {
    const house = await startSystem({ size: { media: 300 } });
    // Links to files that are gone: the first playlist has one, and 12 slots in all.
    const query = `query ($ids: [ID!]!, $id: ID!) {
      nodes(nodeIds: $ids) { nodeId }
      playlist(id: $id) { items(first: 3) { nodes { media { name } } } }
    }`;
    const variables = {
      ids: places(20).map((index) => nodeIdOf('Media', noMedia(index))),
      id: playlistAt(7),
    };
    for (let run = 1; run <= 3; run += 1)
      expect(await count(house, () => ask(house, query, { variables })), `run ${run}`).toBeLessThanOrEqual(
        20 + 1 + 2,
      );
  });

  it('changes nothing of the answer', async () => {
    const house = await startSystem({ size: { media: 300 } });
    const first = await ask(house, Playback, { variables: { id: busy } });
    const { data, errors } = await ask(house, Playback, { variables: { id: busy } });
    expect(data).toEqual(first.data);
    expect(data['playbackConfiguration']?.['items']?.length).toBeGreaterThan(3);
    expect(errors.map(({ extensions }) => extensions['code'])).toEqual(['NOT_FOUND']);
  });
});

async function pathsOf(
  house: Awaited<ReturnType<typeof startSystem>>,
  credential: string,
): Promise<string[]> {
  const before = house.simulator.requests.length;
  await ask(house, Playback, { variables: { id: busy }, credential });
  return house.simulator.requests.slice(before).map(({ path }) => path.replace('/api/partner/v1', ''));
}
