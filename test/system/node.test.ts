import { describe, expect, it } from 'vitest';
import { ListMedia, ListPlaylists, ListScreens, ReadOrganization } from './document.js';
import { ReadNode, ReadNodes } from './graph-document.js';
import { type TestSystem, startSystem } from './test-system.js';
import { pathsOf } from './rest.js';

/** The first record of each type, with its nodeId. */
async function firstNodeIds({ query }: TestSystem) {
  const [organization, screens, playlists, media] = await Promise.all([
    query(ReadOrganization, {}),
    query(ListScreens, { first: 2 }),
    query(ListPlaylists, { first: 2 }),
    query(ListMedia, { first: 2 }),
  ]);
  return {
    organization: organization.data?.organization,
    screen: screens.data?.screens?.edges[0]?.node,
    playlist: playlists.data?.playlists?.edges[0]?.node,
    media: media.data?.media?.edges[0]?.node,
  };
}

const idOf = (record: { readonly nodeId: string } | null | undefined): string => record?.nodeId ?? '';
const encode = (text: string): string => Buffer.from(text).toString('base64url');

describe('node', () => {
  it('finds a record of each of the four types again, with the same fields', async () => {
    const system = await startSystem({ now: () => new Date('2026-11-20T09:30:00.000Z') });
    const { organization, screen, playlist, media } = await firstNodeIds(system);
    const find = async (nodeId: string) => (await system.query(ReadNode, { nodeId })).data?.node;
    expect(await find(idOf(organization))).toEqual({ __typename: 'Organization', ...organization });
    expect(await find(idOf(screen))).toEqual({ __typename: 'Screen', ...screen });
    expect(await find(idOf(playlist))).toEqual({ __typename: 'Playlist', ...playlist });
    expect(await find(idOf(media))).toMatchObject({
      __typename: 'Media',
      nodeId: media?.nodeId,
      id: media?.id,
    });
  });

  it('costs one REST request', async () => {
    const system = await startSystem();
    const { screen, organization } = await firstNodeIds(system);
    const read = (nodeId: string) => pathsOf(system.simulator, () => system.query(ReadNode, { nodeId }));
    expect(await read(idOf(screen))).toEqual([`/screens/${screen?.id ?? ''}`]);
    expect(await read(idOf(organization))).toEqual(['/organization']);
  });

  it('rule 7: a deleted record is null and NOT_FOUND', async () => {
    const { query } = await startSystem();
    for (const type of ['Screen', 'Playlist', 'Media']) {
      const { data, errors, status } = await query(ReadNode, { nodeId: encode(`${type}:gone`) });
      expect({ data, status }).toEqual({ data: { node: null }, status: 200 });
      expect(errors).toMatchObject([{ path: ['node'], extensions: { code: 'NOT_FOUND', status: 404 } }]);
    }
  });

  it('the organization of another credential is NOT_FOUND', async () => {
    const { query } = await startSystem();
    const nodeId = encode('Organization:org_kornblume');
    const { data, errors } = await query(ReadNode, { nodeId });
    expect(data?.node).toBeNull();
    expect(errors?.[0]?.extensions).toEqual({ code: 'NOT_FOUND', operation: 'partnerV1_organization' });
    const own = await query(ReadNode, { nodeId }, 'demo-second-organization-credential');
    expect(own.data?.node).toMatchObject({ __typename: 'Organization', id: 'org_kornblume' });
  });

  it('rule 1: a damaged nodeId is BAD_USER_INPUT with no REST request', async () => {
    const system = await startSystem();
    const good = idOf((await firstNodeIds(system)).screen);
    const damaged = ['', 'Screen', good.slice(0, -1), `${good}=`, encode('Screen:..'), encode('__proto__:x')];
    for (const nodeId of damaged) {
      const paths = await pathsOf(system.simulator, async () => {
        const { data, errors, status } = await system.query(ReadNode, { nodeId });
        expect({ data, status }).toEqual({ data: { node: null }, status: 200 });
        expect(errors, nodeId.slice(0, 80)).toMatchObject([
          { path: ['node'], extensions: { code: 'BAD_USER_INPUT' } },
        ]);
        expect(errors?.[0]?.message.length).toBeLessThan(300);
      });
      expect(paths).toEqual([]);
    }
  });
});

describe('nodes', () => {
  it('keeps the order of mixed types, repeats, damaged and unknown ids, each with its own error', async () => {
    const system = await startSystem();
    const { organization, screen, playlist, media } = await firstNodeIds(system);
    const nodeIds = [
      idOf(media),
      'damaged',
      idOf(screen),
      encode('Playlist:gone'),
      idOf(organization),
      idOf(playlist),
      idOf(screen),
    ];
    const paths = await pathsOf(system.simulator, async () => {
      const { data, errors } = await system.query(ReadNodes, { nodeIds });
      expect(data?.nodes).toEqual([
        { __typename: 'Media', nodeId: idOf(media), mediaId: media?.id },
        null,
        { __typename: 'Screen', nodeId: idOf(screen), screenId: screen?.id },
        null,
        { __typename: 'Organization', nodeId: idOf(organization), organizationId: 'org_nordlicht' },
        { __typename: 'Playlist', nodeId: idOf(playlist), playlistId: playlist?.id },
        { __typename: 'Screen', nodeId: idOf(screen), screenId: screen?.id },
      ]);
      const reported = errors?.map(({ path, extensions }) => [path?.join('.'), extensions['code']]);
      expect(new Map(reported as [string, string][])).toEqual(
        new Map([
          ['nodes.1', 'BAD_USER_INPUT'],
          ['nodes.3', 'NOT_FOUND'],
        ]),
      );
    });
    // Two single playlists cost as much as the page of their short list.
    expect(paths).toHaveLength(5);
    expect(paths.filter((path) => path.startsWith('/screens'))).toEqual([`/screens/${screen?.id ?? ''}`]);
    expect(paths).toContain('/playlists/gone');
  });

  it('of an empty list is empty and costs no REST request', async () => {
    const { simulator, query } = await startSystem();
    const paths = await pathsOf(simulator, async () => {
      const result = await query(ReadNodes, { nodeIds: [] });
      expect(result).toMatchObject({ status: 200, data: { nodes: [] } });
      expect(result.errors).toBeUndefined();
    });
    expect(paths).toEqual([]);
  });
});
