import { describe, expect, it } from 'vitest';
import { ask, type Json } from '../economy/ask.js';
import { UsageOfFile, UsageOfFiles } from './document.js';
import { pathsOf, readAll, readRecord } from './rest.js';
import { startSystem, type TestSystem } from './test-system.js';

/** By the id of a file, the ids of what uses it, from REST alone. */
type Model = ReadonlyMap<string, readonly string[]>;

const mediaIdIn = /"mediaId":"([^"]+)"/g;

/** @param read the parts of one record, as JSON */
async function modelOf(
  ids: readonly string[],
  read: (id: string) => Promise<unknown>,
): Promise<Model> {
  const model = new Map<string, string[]>();
  const texts = await Promise.all(ids.map(async (id) => JSON.stringify(await read(id))));
  texts.forEach((text, index) => {
    const mediaIds = new Set([...text.matchAll(mediaIdIn)].map(([, mediaId = '']) => mediaId));
    for (const mediaId of mediaIds)
      model.set(mediaId, [...(model.get(mediaId) ?? []), ids[index] ?? '']);
  });
  return model;
}

const idsOf = async ({ simulator }: TestSystem, path: string): Promise<string[]> =>
  (await readAll(simulator, path)).map(({ id }) => String(id));

const modelOfPlaylists = async (system: TestSystem): Promise<Model> =>
  modelOf(await idsOf(system, '/playlists'), (id) =>
    readAll(system.simulator, `/playlists/${id}/items`),
  );

const modelOfScreens = async (system: TestSystem): Promise<Model> =>
  modelOf(await idsOf(system, '/screens'), (id) =>
    readRecord(system.simulator, `/screens/${id}/configuration`),
  );

const small = { screens: 12, playlists: 5, media: 30, playlistItems: 130 };

const long = { screens: 130, playlists: 110, media: 130, playlistItems: 250 };
const large = { settings: { MAX_UPSTREAM_REQUESTS: '1000' } };

const idsIn = (records: Json | undefined): unknown => records?.map(({ id }) => id);
const filesOf = (data: Json): readonly Json[] => data['media']?.['nodes'] ?? [];

describe('where a file is used', () => {
  it.each([
    ['', {}],
    [', with hidden items', { hiddenEvery: 3 }],
    [', with pages that are empty', { size: long, emptyPages: [0] }],
  ])('is what REST shows, in the order of the lists%s', async (_what, options) => {
    const system = await startSystem(options, large);
    const [playlists, screens] = [await modelOfPlaylists(system), await modelOfScreens(system)];
    const { data, errors } = await ask(system, UsageOfFiles, { variables: { first: 1000 } });
    expect(errors).toEqual([]);
    const nodes = filesOf(data);
    expect(nodes.length).toBeGreaterThan(15);
    for (const file of nodes) {
      expect(idsIn(file['playlists']), file['id']).toEqual(playlists.get(file['id'] ?? '') ?? []);
      expect(idsIn(file['screens']), file['id']).toEqual(screens.get(file['id'] ?? '') ?? []);
    }
    expect(nodes.some((file) => (file['playlists']?.length ?? 0) > 1)).toBe(true);
  });

  it('leaves out a screen without a configuration', async () => {
    const system = await startSystem({ size: small });
    const model = await modelOfScreens(system);
    const [mediaId = '', [gone = '', ...others] = []] =
      [...model].find(([, users]) => users.length > 2) ?? [];
    for (const id of [gone, ...others.slice(0, 1)]) {
      system.simulator.setFaults([{ operation: 'partnerV1_screenConfiguration', id, status: 404 }]);
      const { data, errors } = await ask(system, UsageOfFile, { variables: { id: mediaId } });
      expect(errors).toEqual([]);
      expect(idsIn(data['mediaItem']?.['screens'])).toEqual(
        (model.get(mediaId) ?? []).filter((each) => each !== id),
      );
    }
  });

  it('of an unknown file is NOT_FOUND, and nothing is searched', async () => {
    const system = await startSystem({ size: small });
    const paths = await pathsOf(system.simulator, async () => {
      const { data } = await ask(system, UsageOfFile, { variables: { id: 'none' } });
      expect(data['mediaItem']).toBeNull();
    });
    expect(paths).toEqual(['/media/none']);
  });
});

describe('usage is read once for an operation', () => {
  it('what is selected below it is served by the same reading', async () => {
    const system = await startSystem({ size: small });
    const below = `screens { playbackConfiguration { revision } } playlists { items(first: 3) { nodes { slotId } } }`;
    const pathsFor = (...asked: [Parameters<typeof ask>[1], object?]) =>
      pathsOf(system.simulator, () => ask(system, ...asked));
    const plain = await pathsFor(UsageOfFiles, { variables: { first: 10 } });
    const paths = await pathsFor(`{ media(first: 10) { nodes { ${below} } } }`);
    expect(paths.toSorted()).toEqual(plain.toSorted());
  });

  it('a second operation of the credential needs no response to know that it may read configurations', async () => {
    const system = await startSystem({ size: small, latencyMs: 2 });
    const waves = async (): Promise<number> => {
      const headers = { 'x-upstream-explain': 'trace' };
      const { upstream } = await ask(system, '{ media(first: 1) { nodes { screens { id } } } }', {
        headers,
      });
      return Math.max(...(upstream?.trace ?? []).map(({ wave }) => wave));
    };
    expect([await waves(), await waves()]).toEqual([4, 3]);
  });
});

it('without screens:read or playlists:read the list is requested once', async () => {
  const system = await startSystem({ size: small, latencyMs: 2 });
  const paths = await pathsOf(system.simulator, async () => {
    const credential = 'demo-media-only-credential';
    const { errors } = await ask(system, UsageOfFiles, { variables: { first: 3 }, credential });
    const scopes = errors.map(({ extensions }) => String(extensions['requiredScope']));
    expect(scopes.toSorted().join()).toBe(
      `${'playlists:read,'.repeat(3)}screens:read,screens:read,screens:read`,
    );
  });
  const lists = ['/playlists', '/screens'].map((path) => `${path}?page=1&limit=100`);
  expect(paths).toEqual(['/media?page=1&limit=3', ...lists]);
});
