import type { PageInfoFieldsFragment } from '../generated/graphql.js';
import { ListMedia, ListPlaylistItems, ListPlaylists, ListScreens } from './document.js';
import type { Answer, House } from './house.js';

/** The arguments of every connection. */
export interface Arguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
  readonly page?: number | null;
}

/** What one stretch of any of the four connections shows. */
export interface Stretch {
  readonly ids: readonly string[];
  readonly cursors: readonly string[];
  readonly pageInfo: PageInfoFieldsFragment | undefined;
  readonly total: number | undefined;
  readonly codes: readonly unknown[];
}

export interface Connection {
  readonly name: string;
  /** Its list, below `/api/partner/v1`. */
  readonly path: string;
  /** How a document selects it: the field with `ARGUMENTS` where its own arguments stand. */
  readonly field: string;
  readonly read: (house: House, args: Arguments) => Promise<Stretch>;
}

interface Edges {
  readonly edges: readonly { readonly cursor: string; readonly node?: Identified | null }[];
  readonly pageInfo: PageInfoFieldsFragment;
  readonly totalCount: number;
}

type Identified = { readonly id: string } | { readonly slotId: string };

function stretchOf(connection: Edges | null | undefined, errors: Answer<unknown>['errors']): Stretch {
  const edges = connection?.edges ?? [];
  return {
    ids: edges.map(({ node }) => (node == null ? '' : 'id' in node ? node.id : node.slotId)),
    cursors: edges.map(({ cursor }) => cursor),
    pageInfo: connection?.pageInfo,
    total: connection?.totalCount,
    codes: (errors ?? []).map(({ extensions }) => extensions['code']),
  };
}

/** The demo data's two longest playlists, which are the same at every start. */
export const longestPlaylist = 'pls_3meby';
export const secondPlaylist = 'pls_sh2nv';

/** The items of the playlist with this id. */
export const itemsOf = (playlistId: string): Connection => ({
  name: 'Playlist.items',
  path: `/playlists/${playlistId}/items`,
  field: `playlist(id: "${playlistId}") { items ARGUMENTS { totalCount nodes { slotId } } }`,
  async read({ query }, args) {
    const { data, errors } = await query(ListPlaylistItems, { id: playlistId, ...args });
    return stretchOf(data?.playlist?.items, errors);
  },
});

/** The four connections; as fields of the organization they are the same as at the root. */
export const connections: readonly Connection[] = [
  {
    name: 'screens',
    path: '/screens',
    field: 'screens ARGUMENTS { totalCount nodes { id } }',
    async read({ query }, args) {
      const { data, errors } = await query(ListScreens, args);
      return stretchOf(data?.screens, errors);
    },
  },
  {
    name: 'playlists',
    path: '/playlists',
    field: 'playlists ARGUMENTS { totalCount nodes { id } }',
    async read({ query }, args) {
      const { data, errors } = await query(ListPlaylists, args);
      return stretchOf(data?.playlists, errors);
    },
  },
  {
    name: 'media',
    path: '/media',
    field: 'media ARGUMENTS { totalCount nodes { id } }',
    async read({ query }, args) {
      const { data, errors } = await query(ListMedia, args);
      return stretchOf(data?.media, errors);
    },
  },
  itemsOf(longestPlaylist),
];
