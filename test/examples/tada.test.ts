import type { ResultOf } from 'gql.tada';
import { GraphQLClient } from 'graphql-request';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { serve } from './serve.js';
import { graphql } from '../../examples/tada/src/graphql.js';

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
  it('types a document as it is written, scalars and enums included', () => {
    type Playlist = NonNullable<
      NonNullable<NonNullable<ResultOf<typeof Playlists>['playlists']>['nodes']>[0]
    >;
    expectTypeOf<Playlist['createdAt']>().toEqualTypeOf<string>();
    type Item = NonNullable<NonNullable<Playlist['items']>['nodes'][0]>;
    expectTypeOf<Item['type']>().toEqualTypeOf<'MEDIA' | 'APP' | 'UNRECOGNIZED'>();
  });

  it('reads data of the types that it promises', async () => {
    const { url, credential } = await serve();
    const client = new GraphQLClient(url, { headers: { authorization: `Bearer ${credential}` } });
    const { playlists } = await client.request(Playlists, { first: 2 });
    expect(playlists?.nodes).toHaveLength(2);
    for (const playlist of playlists?.nodes ?? []) {
      expect(playlist?.createdAt).toMatch(/^\d{4}-/);
      expect(['MEDIA', 'APP']).toContain(playlist?.items?.nodes[0]?.type);
    }
  });
});
