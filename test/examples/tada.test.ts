import type { ResultOf } from 'gql.tada';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { ResultError } from '../../src/client/index.js';
import { breakScreen, serve } from './serve.js';
import { thrownBy } from './thrown.js';
import { graphql } from '../../examples/tada/src/graphql.js';
import { read } from '../../examples/tada/src/read.js';

const Playlists = graphql(`
  query Playlists($first: Int!) {
    playlists(first: $first) {
      nodes {
        id
        createdAt
        items(first: 1) {
          nodes {
            type
          }
        }
      }
    }
  }
`);

describe('gql.tada', () => {
  it('types a document as it is written, scalars and enums included, and nothing that is null only at an error', () => {
    type Playlist = ResultOf<typeof Playlists>['playlists']['nodes'][0];
    expectTypeOf<Playlist['createdAt']>().toEqualTypeOf<string>();
    type Item = Playlist['items']['nodes'][0];
    expectTypeOf<Item['type']>().toEqualTypeOf<'MEDIA' | 'APP' | 'UNRECOGNIZED'>();
  });

  it('reads data of the types that it promises', async () => {
    const { playlists } = await read(await serve(), Playlists, { first: 2 });
    expect(playlists.nodes).toHaveLength(2);
    for (const playlist of playlists.nodes) {
      expect(playlist.createdAt).toMatch(/^\d{4}-/);
      for (const { type } of playlist.items.nodes) expect(['MEDIA', 'APP']).toContain(type);
    }
  });

  it('throws at the field that a missing scope refuses, and reads its neighbours', async () => {
    const service = { ...(await serve()), credential: 'demo-playlists-only-credential' };
    const both = graphql('{ screens { nodes { name } } playlists { nodes { name } } }');
    const data = await read(service, both, {});
    for (const { name } of data.playlists.nodes) expect(name).toEqual(expect.any(String));
    const error = thrownBy(() => data.screens.nodes);
    expect(error).toBeInstanceOf(ResultError);
    expect(error).toMatchObject({
      code: 'FORBIDDEN',
      path: ['screens'],
      requiredScope: 'screens:read',
    });
  });

  it('throws at an item that breaks the contract, and reads the others', async () => {
    const three = graphql('{ screens(first: 3) { nodes { name } } }');
    const data = await read(await serve(breakScreen(1)), three, {});
    for (const index of [0, 2]) expect(data.screens.nodes[index]?.name).toEqual(expect.any(String));
    expect(thrownBy(() => data.screens.nodes[1])).toMatchObject({
      code: 'UPSTREAM_INVALID_RESPONSE',
    });
  });
});
