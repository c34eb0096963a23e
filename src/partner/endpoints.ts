import type { Endpoint } from './endpoint.js';
import { getMedia, listMedia } from './media.js';
import { getOrganization } from './organization.js';
import { getScreenConfiguration } from './playback.js';
import { getPlaylist, listPlaylistItems, listPlaylists } from './playlist.js';
import { getScreen, listScreens } from './screen.js';

/** Every endpoint that the façade reads (contract, "Endpoints"). */
export const endpoints: readonly Endpoint[] = [
  getOrganization,
  listScreens,
  getScreen,
  getScreenConfiguration,
  listPlaylists,
  getPlaylist,
  listPlaylistItems,
  listMedia,
  getMedia,
];
