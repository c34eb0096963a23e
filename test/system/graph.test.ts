import { type DocumentNode, print } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ask, type Json, nodeIdOf } from '../economy/ask.js';
import * as documents from './document.js';
import { expectedOf, pathsOf, readAll, readRecord, type RestRecord, withNodeId } from './rest.js';
import { codesOf, sendQuery, startSystem, type TestSystem } from './test-system.js';

const now = () => new Date('2026-11-20T09:30:00.000Z');

type MediaById = ReadonlyMap<unknown, RestRecord>;
const readMedia = async ({ simulator }: TestSystem): Promise<MediaById> =>
  new Map((await readAll(simulator, '/media')).map((each) => [each['id'], each]));

describe('the edges of the graph', () => {
  it('organization → screens → configuration → screen; playlists → items → media; media', async () => {
    const size = { screens: 14, playlists: 7, media: 30, playlistItems: 12 };
    const system = await startSystem({ now, size });
    const { simulator } = system;
    const variables = { first: 100, itemsFirst: 100 };
    const { data, codes } = await ask(system, documents.WholeOrganization, { variables });
    const organization = data['organization'];
    expect(organization?.['id']).toBe('org_nordlicht');
    const screens = await readAll(simulator, '/screens');
    expect(organization?.['screens']).toEqual({
      totalCount: 14,
      nodes: await Promise.all(screens.map((screen) => expectedScreen(system, screen))),
    });
    const media = await readMedia(system);
    expect(organization?.['media']?.['nodes']).toEqual(
      [...media.values()].map((each) => withNodeId('Media', each)),
    );
    let dangling = 0;
    for (const [index, playlist] of (await readAll(simulator, '/playlists')).entries()) {
      const items = await readAll(simulator, `/playlists/${String(playlist['id'])}/items`);
      const shown = items.map((item) => ({
        ...expectedOf('PlaylistItem', item),
        media: withNodeId('Media', media.get(item['mediaId'])),
      }));
      expect(organization?.['playlists']?.['nodes']?.[index]).toEqual({
        ...withNodeId('Playlist', playlist),
        items: { totalCount: items.length, nodes: shown },
      });
      dangling += items.filter(
        ({ mediaId }) => mediaId !== undefined && !media.has(mediaId),
      ).length;
    }
    expect(dangling).toBeGreaterThan(0);
    expect(codes).toEqual(Array.from({ length: dangling }, () => 'NOT_FOUND'));
  });

  it('items, overlays and panels at every depth → media; null where mediaId is absent', async () => {
    const system = await startSystem({ now });
    const [screen] = await readAll(system.simulator, '/screens');
    const { data, errors } = await ask(system, documents.LinkedPlayback, {
      variables: { screenId: screen?.['id'] },
    });
    const configuration = data['playbackConfiguration'];
    const media = await readMedia(system);
    const items: readonly Json[] = configuration?.['items'] ?? [];
    const below = (level: readonly Json[]): readonly Json[] =>
      level
        .flatMap(({ layout }): readonly Json[] => layout?.['panels'] ?? [])
        .flatMap(({ items: inner }): readonly Json[] => inner ?? []);
    const linked = [items, below(items), below(below(items)), configuration?.['overlays'] ?? []];
    for (const level of linked) expect(level.some((item) => item['media'] != null)).toBe(true);
    for (const { mediaId, media: shown } of linked.flat())
      expect(shown).toEqual(withNodeId('Media', media.get(mediaId)));
    expect(linked.flat().some(({ mediaId }) => mediaId == null)).toBe(true);
    expect(configuration?.['screen']?.['screen']).toEqual(withNodeId('Screen', screen));
    // B34: the demo data plays one deleted file.
    const gone = items.findIndex(({ mediaId }) => mediaId != null && !media.has(mediaId));
    const path = ['playbackConfiguration', 'items', gone, 'media'];
    expect(errors).toMatchObject([{ path, extensions: { code: 'NOT_FOUND', status: 404 } }]);
  });
});

/** A screen with its configuration, and the link from there back to the screen. */
async function expectedScreen({ simulator }: TestSystem, screen: RestRecord): Promise<RestRecord> {
  const path = `/screens/${String(screen['id'])}/configuration`;
  const configuration = expectedOf('PlaybackConfiguration', await readRecord(simulator, path));
  const link = { id: screen['id'], nodeId: expect.any(String) as unknown };
  return {
    ...withNodeId('Screen', screen),
    // The contract's table makes the screen an object.
    playbackConfiguration: {
      ...configuration,
      screen: { ...(configuration['screen'] as object), screen: link },
    },
  };
}

/** The first record of each type, with its nodeId. */
async function firstNodes(system: TestSystem) {
  const read = async (document: DocumentNode) =>
    Object.values(
      (await sendQuery(system.facade, print(document), { first: 2 })).data ?? {},
    )[0] as RestRecord;
  const firstOf = async (list: DocumentNode): Promise<RestRecord> =>
    ((await read(list))['edges'] as { readonly node: RestRecord }[])[0]?.node ?? {};
  return {
    // The shapes of the documents.
    organization: await read(documents.ReadOrganization),
    screen: await firstOf(documents.ListScreens),
    playlist: await firstOf(documents.ListPlaylists),
    media: await firstOf(documents.ListMedia),
  };
}

const readNode = (system: TestSystem, nodeId: unknown, credential?: string) =>
  ask(system, documents.ReadNode, { variables: { nodeId }, credential });

describe('node', () => {
  it('finds a record of each of the four types again, with the same fields', async () => {
    const system = await startSystem({ now });
    const { organization, screen, playlist, media } = await firstNodes(system);
    const find = async (record: RestRecord) =>
      (await readNode(system, record['nodeId'])).data['node'];
    expect(await find(organization)).toEqual({ __typename: 'Organization', ...organization });
    expect(await find(screen)).toEqual({ __typename: 'Screen', ...screen });
    expect(await find(playlist)).toEqual({ __typename: 'Playlist', ...playlist });
    const { nodeId, id } = media;
    expect(await find(media)).toMatchObject({ __typename: 'Media', nodeId, id });
  });

  it('costs one REST request', async () => {
    const system = await startSystem();
    const { screen, organization } = await firstNodes(system);
    const read = (record: RestRecord) =>
      pathsOf(system.simulator, () => readNode(system, record['nodeId']));
    expect(await read(screen)).toEqual([`/screens/${String(screen['id'])}`]);
    expect(await read(organization)).toEqual(['/organization']);
  });

  it('rule 7: a deleted record is null and NOT_FOUND', async () => {
    const system = await startSystem();
    for (const type of ['Screen', 'Playlist', 'Media']) {
      const { data, errors, status } = await readNode(system, nodeIdOf(type, 'gone'));
      expect({ data, status }).toEqual({ data: { node: null }, status: 200 });
      expect(errors).toMatchObject([
        { path: ['node'], extensions: { code: 'NOT_FOUND', status: 404 } },
      ]);
    }
  });

  it('the organization of another credential is NOT_FOUND', async () => {
    const system = await startSystem();
    const nodeId = nodeIdOf('Organization', 'org_kornblume');
    const { data, errors } = await readNode(system, nodeId);
    expect(data['node']).toBeNull();
    expect(errors[0]?.extensions).toEqual({
      code: 'NOT_FOUND',
      operation: 'partnerV1_organization',
    });
    const own = await readNode(system, nodeId, 'demo-second-organization-credential');
    expect(own.data['node']).toMatchObject({ __typename: 'Organization', id: 'org_kornblume' });
  });
});

describe('nodes', () => {
  it('keeps the order of mixed types, repeats, damaged and unknown ids, each with its own error', async () => {
    const system = await startSystem();
    const { organization, screen, playlist, media } = await firstNodes(system);
    const shown = (type: string, member: string, record: RestRecord) => ({
      __typename: type,
      nodeId: record['nodeId'],
      [member]: record['id'],
    });
    const expected = [
      shown('Media', 'mediaId', media),
      null,
      shown('Screen', 'screenId', screen),
      null,
      shown('Organization', 'organizationId', organization),
      shown('Playlist', 'playlistId', playlist),
      shown('Screen', 'screenId', screen),
    ];
    const missing = ['damaged', nodeIdOf('Playlist', 'gone')];
    const nodeIds = expected.map((each) => each?.nodeId ?? missing.shift());
    const paths = await pathsOf(system.simulator, async () => {
      const response = await ask(system, documents.ReadNodes, { variables: { nodeIds } });
      expect(response.data['nodes']).toEqual(expected);
      expect(codesOf(response).toSorted()).toEqual(['nodes.1 BAD_USER_INPUT', 'nodes.3 NOT_FOUND']);
    });
    // Two single playlists cost as much as the page of their short list.
    expect(paths).toHaveLength(5);
    expect(paths.filter((path) => path.startsWith('/screens'))).toEqual([
      `/screens/${String(screen['id'])}`,
    ]);
    expect(paths).toContain('/playlists/gone');
  });

  it('of an empty list is empty and costs no REST request', async () => {
    const system = await startSystem();
    const { status, data, errors } = await ask(system, documents.ReadNodes, {
      variables: { nodeIds: [] },
    });
    expect([status, data, errors]).toEqual([200, { nodes: [] }, []]);
    expect(system.simulator.requests).toEqual([]);
  });
});
