import type { OwnTool } from './own-tool.js';

export const fleetOverview: OwnTool = {
  name: 'fleet_overview',
  title: 'Fleet overview',
  purpose:
    'Counts the screens, playlists and media files of the organization by status and type. Start here, and for "how many": it reads no record by itself.',
  cost: '1 REST request, and 1 for each 100 screens, 100 playlists and 100 media files',
  scopes: ['screens:read', 'playlists:read', 'media:read'],
  document: `
    query FleetOverview {
      organization { id name }
      screenSummary {
        count
        precision
        byStatus { status count }
        byOrientation { orientation count }
        onNow
        lastUpdatedAt
      }
      playlistSummary { count precision empty totalDurationSeconds lastUpdatedAt }
      mediaSummary {
        count
        precision
        byType { type count }
        byStatus { status count }
        totalSizeBytes
        lastUpdatedAt
      }
    }`,
  arguments: {},
};

export const whatPlaysOn: OwnTool = {
  name: 'what_plays_on',
  title: 'What plays on a screen',
  purpose:
    'Shows what one screen plays now: its items in order, the overlays, and whether its schedule is on. Get the id from `find_screens`; a credential without screens:read can call this with an id that the user gives. Panels of zones are shown one level deep.',
  cost: '1 REST request, and at most 1 for each media file that plays',
  scopes: ['playback:read', 'media:read'],
  document: `
    query WhatPlaysOn($screenId: ID!) {
      playbackConfiguration(screenId: $screenId) {
        resolvedAt
        screen { id name status }
        availability { isOnNow timezone }
        items {
          ...Slot
          layout { panels { panelId items { ...Slot } } }
        }
        overlays { ...Slot }
      }
    }

    fragment Slot on PlaybackItem {
      slotId
      type
      durationSeconds
      slug
      media { id name type status }
    }`,
  arguments: { screenId: 'Id of the screen.' },
};

export const whereIsMediaUsed: OwnTool = {
  name: 'where_is_media_used',
  title: 'Where a media file is used',
  purpose:
    'Shows the playlists that hold one media file and, only with onScreens, the screens that play it now. Use it before somebody replaces or deletes a file. Get the id from `find_media`. It is the costliest tool: ask for one file, once. If both together exceed the budget, call it twice, once with inPlaylists false.',
  cost: '1 REST request; for playlists, 1 for each 100 of them and 1 for each 100 items of each; for screens, 1 for each 100 of them and 1 for each',
  scopes: ['media:read', 'playlists:read', 'screens:read', 'playback:read'],
  document: `
    query WhereIsMediaUsed($mediaId: ID!, $inPlaylists: Boolean! = true, $onScreens: Boolean! = false) {
      mediaItem(id: $mediaId) {
        id
        name
        type
        status
        playlists @include(if: $inPlaylists) { id name itemCount }
        screens @include(if: $onScreens) { id name status }
      }
    }`,
  arguments: {
    mediaId: 'Id of the media file.',
    inPlaylists: 'Whether to read the playlists.',
    onScreens: 'Whether to read what each screen plays.',
  },
};
