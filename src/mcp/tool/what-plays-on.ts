import type { WhatPlaysOnQueryVariables } from '../generated/operation.js';
import type { OwnTool } from './own-tool.js';

export const whatPlaysOn: OwnTool<WhatPlaysOnQueryVariables> = {
  name: 'what_plays_on',
  title: 'What plays on a screen',
  purpose:
    'Shows what one screen plays now: its items in order, the overlays, and whether its schedule is on. Get the id from `find_screens`; a credential without screens:read can call this with an id that the user gives. Panels of zones are shown one level deep.',
  cost: '1 REST request, and at most 1 for each media file that plays',
  scopes: ['playback:read', 'media:read'],
  document: /* GraphQL */ `
    query WhatPlaysOn($screenId: ID!) {
      playbackConfiguration(screenId: $screenId) {
        resolvedAt
        screen {
          id
          name
          status
        }
        availability {
          isOnNow
          timezone
        }
        items {
          ...Slot
          layout {
            panels {
              panelId
              items {
                ...Slot
              }
            }
          }
        }
        overlays {
          ...Slot
        }
      }
    }

    fragment Slot on PlaybackItem {
      slotId
      type
      durationSeconds
      slug
      media {
        id
        name
        type
        status
      }
    }
  `,
  arguments: { screenId: 'Id of the screen.' },
};
