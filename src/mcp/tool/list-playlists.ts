import type { ListPlaylistsQueryVariables } from '../generated/operation.js';
import { type OwnTool, pageArguments } from './own-tool.js';

export const listPlaylists: OwnTool<ListPlaylistsQueryVariables> = {
  name: 'list_playlists',
  title: 'List playlists',
  purpose:
    'Lists the playlists that match all arguments; without arguments, all. It shows how many items they have, not the items.',
  cost: '1 REST request for each 100 playlists until enough are found',
  scopes: ['playlists:read'],
  document: /* GraphQL */ `
    query ListPlaylists($nameContains: String, $isEmpty: Boolean, $first: Int, $after: String) {
      playlists(filter: { nameContains: $nameContains, isEmpty: $isEmpty }, first: $first, after: $after) {
        edges {
          cursor
          node {
            id
            name
            description
            itemCount
            totalDurationSeconds
            updatedAt
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  arguments: {
    nameContains: 'Part of the name; case and accents are ignored.',
    isEmpty: 'Whether the playlist has no items.',
    ...pageArguments,
  },
};
