import type { PageInfoFieldsFragment } from '../generated/graphql.js';
import { ListMedia, ListPlaylistItems, ListPlaylists, ListScreens } from './document.js';
import type { QueryResult, TestSystem } from './test-system.js';

/** The arguments of every connection. */
export interface Arguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
  readonly page?: number | null;
}

/** What one read of any of the four connections shows. */
export interface Slice {
  readonly ids: readonly string[];
  readonly cursors: readonly string[];
  readonly pageInfo: PageInfoFieldsFragment | undefined;
  readonly total: number | undefined;
  readonly codes: readonly unknown[];
}

export interface Connection {
  readonly name: string;
  /** Path of its REST list below `/api/partner/v1`. */
  readonly path: string;
  /** The field in a document, with `ARGUMENTS` as the placeholder of its arguments. */
  readonly field: string;
  readonly read: (system: TestSystem, args: Arguments) => Promise<Slice>;
}

interface Edges {
  readonly edges: readonly { readonly cursor: string; readonly node?: Identified | null }[];
  readonly pageInfo: PageInfoFieldsFragment;
  readonly totalCount: number;
}

type Identified = { readonly id: string } | { readonly slotId: string };

function sliceOf(connection: Edges | null | undefined, errors: QueryResult<unknown>['errors']): Slice {
  const edges = connection?.edges ?? [];
  return {
    ids: edges.map(({ node }) => (node == null ? '' : 'id' in node ? node.id : node.slotId)),
    cursors: edges.map(({ cursor }) => cursor),
    pageInfo: connection?.pageInfo,
    total: connection?.totalCount,
    codes: (errors ?? []).map(({ extensions }) => extensions['code']),
  };
}

/** The demo data's longest playlist, which is the same at every start. */
const longestPlaylist = 'pls_3meby';

/** The items of the playlist with this id. */
export const itemsOf = (playlistId: string): Connection => ({
  name: 'Playlist.items',
  path: `/playlists/${playlistId}/items`,
  field: `playlist(id: "${playlistId}") { items ARGUMENTS { totalCount nodes { slotId } } }`,
  async read({ query }, args) {
    const { data, errors } = await query(ListPlaylistItems, { id: playlistId, ...args });
    return sliceOf(data?.playlist?.items, errors);
  },
});

/** The four connections; the organization has the same ones as the root. */
export const connections: readonly Connection[] = [
  {
    name: 'screens',
    path: '/screens',
    field: 'screens ARGUMENTS { totalCount nodes { id } }',
    async read({ query }, args) {
      const { data, errors } = await query(ListScreens, args);
      return sliceOf(data?.screens, errors);
    },
  },
  {
    name: 'playlists',
    path: '/playlists',
    field: 'playlists ARGUMENTS { totalCount nodes { id } }',
    async read({ query }, args) {
      const { data, errors } = await query(ListPlaylists, args);
      return sliceOf(data?.playlists, errors);
    },
  },
  {
    name: 'media',
    path: '/media',
    field: 'media ARGUMENTS { totalCount nodes { id } }',
    async read({ query }, args) {
      const { data, errors } = await query(ListMedia, args);
      return sliceOf(data?.media, errors);
    },
  },
  itemsOf(longestPlaylist),
];
