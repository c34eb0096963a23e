import type { WhereIsMediaUsedQueryVariables } from '../generated/operation.js';
import type { OwnTool } from './own-tool.js';

export const whereIsMediaUsed: OwnTool<WhereIsMediaUsedQueryVariables> = {
  name: 'where_is_media_used',
  title: 'Where a media file is used',
  purpose:
    'Shows the playlists that hold one media file and, only with onScreens, the screens that play it now. Use it before somebody replaces or deletes a file. Get the id from `find_media`. It is the costliest tool: ask for one file, once. If both together exceed the budget, call it twice, once with inPlaylists false.',
  cost: '1 REST request; for playlists, 1 for each 100 of them and 1 for each 100 items of each; for screens, 1 for each 100 of them and 1 for each',
  scopes: ['media:read', 'playlists:read', 'screens:read', 'playback:read'],
  document: /* GraphQL */ `
    query WhereIsMediaUsed($mediaId: ID!, $inPlaylists: Boolean! = true, $onScreens: Boolean! = false) {
      mediaItem(id: $mediaId) {
        id
        name
        type
        status
        playlists @include(if: $inPlaylists) {
          id
          name
          itemCount
        }
        screens @include(if: $onScreens) {
          id
          name
          status
        }
      }
    }
  `,
  arguments: {
    mediaId: 'Id of the media file.',
    inPlaylists: 'Whether to read the playlists.',
    onScreens: 'Whether to read what each screen plays.',
  },
};
