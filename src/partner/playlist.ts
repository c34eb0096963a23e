import { z } from 'zod';
import { defineCollection } from './collection.js';
import { listEndpoint, recordEndpoint } from './endpoint.js';
import { dateTime, int, openEnum, optional } from './value.js';

/** Contract, "Playlist". */
export const playlistSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: optional(z.string()),
  itemCount: int,
  totalDurationSeconds: z.number(),
  createdAt: dateTime,
  updatedAt: dateTime,
});

/** Contract, "PlaylistItem". */
export const playlistItemSchema = z.object({
  slotId: z.string(),
  type: openEnum(['media', 'app']),
  position: int,
  durationSeconds: z.number(),
  enabled: z.boolean(),
  mediaId: optional(z.string()),
  appInstanceId: optional(z.string()),
});

export type Playlist = z.infer<typeof playlistSchema>;
export type PlaylistItem = z.infer<typeof playlistItemSchema>;

export const listPlaylistItems = listEndpoint(
  'partnerV1_playlistItems',
  '/api/partner/v1/playlists/{playlistId}/items',
  'playlists:read',
  playlistItemSchema,
);

export const playlists = defineCollection({
  name: 'playlists',
  type: 'Playlist',
  get: recordEndpoint(
    'partnerV1_playlist',
    '/api/partner/v1/playlists/{playlistId}',
    'playlists:read',
    playlistSchema,
  ),
  list: listEndpoint(
    'partnerV1_playlists',
    '/api/partner/v1/playlists',
    'playlists:read',
    playlistSchema,
  ),
});

export const { get: getPlaylist, list: listPlaylists } = playlists;
