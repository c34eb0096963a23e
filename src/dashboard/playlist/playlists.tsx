import type { PlaylistListRowFragment } from '../generated/graphql.js';
import type { ListDefinition } from '../list/definition.js';
import { ListView } from '../list/list-view.js';
import { playlistCard } from './playlist-card.js';
import { playlistColumns } from './playlist-columns.js';
import { playlistSpec } from './playlist-filter.js';
import { usePlaylistFacets, usePlaylistRows } from './playlist-list.js';

const playlists: ListDefinition<PlaylistListRowFragment> = {
  collection: 'playlists',
  title: 'Playlists',
  noun: 'playlist',
  scope: 'playlists:read',
  spec: playlistSpec,
  columns: playlistColumns,
  card: playlistCard,
  usualLayout: 'table',
  useRows: usePlaylistRows,
  useFacets: usePlaylistFacets,
};

/** All playlists of the organization. */
export const Playlists = () => <ListView definition={playlists} />;
