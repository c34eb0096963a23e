import { mainOrganizationId, secondOrganizationId } from '../credential.js';
import type { Size } from '../options.js';
import type { Places } from '../page.js';
import type { Collection } from './collection.js';
import { createMedia, type Media } from './media.js';
import {
  createContent,
  resolvePlayback,
  summarizeContent,
  type PlaybackConfiguration,
} from './playback.js';
import {
  createPlaylistItems,
  createPlaylists,
  type Playlist,
  type PlaylistItem,
  type PlaylistPlan,
} from './playlist.js';
import { createScreens, type StoredScreen } from './screen.js';

export interface Organization {
  readonly id: string;
  readonly name: string;
  /** Not in the declared schema, but in a sample response (contract, "Resources"). */
  readonly slug?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The resources of one organization. */
export interface Tenant {
  readonly organization: Organization;
  readonly screens: Collection<StoredScreen>;
  readonly playlists: Collection<Playlist>;
  readonly media: Collection<Media>;
  playlistItems(playlistId: string): Places<PlaylistItem> | undefined;
  configuration(screenId: string, now: Date): PlaybackConfiguration | undefined;
}

const railway: Organization = {
  id: mainOrganizationId,
  name: 'Nordlicht Bahn & Retail',
  slug: 'nordlicht',
  createdAt: '2022-02-14T08:30:00.000Z',
  updatedAt: '2026-10-05T14:12:09.120Z',
};

const bakery: Organization = {
  id: secondOrganizationId,
  name: 'Bäckerei Kornblume',
  createdAt: '2024-05-02T06:00:00.000Z',
  updatedAt: '2026-09-30T17:45:00.000Z',
};

const bakerySize: Size = { screens: 12, playlists: 5, media: 24, playlistItems: 18 };

/**
 * The two tenants by organization id. Resources are created on first use, so any size starts at
 * once.
 */
export function createTenants(size: Size, baseUrl: string): ReadonlyMap<string, Tenant> {
  return new Map([
    [railway.id, createTenant(0, railway, size, baseUrl)],
    [bakery.id, createTenant(1, bakery, bakerySize, baseUrl)],
  ]);
}

function createTenant(
  number: number,
  organization: Organization,
  size: Size,
  baseUrl: string,
): Tenant {
  const media = createMedia(number, size.media, baseUrl);
  const contentOf = (index: number, isPaired: boolean) =>
    createContent(number, media, index, isPaired);
  const screens = createScreens(number, size.screens, (index, isPaired) =>
    summarizeContent(contentOf(index, isPaired)),
  );
  const plan: PlaylistPlan = {
    organization: number,
    total: size.playlists,
    maxItems: size.playlistItems,
    media: size.media,
  };
  const playlists = createPlaylists(plan);
  return {
    organization,
    screens,
    playlists,
    media,
    playlistItems(playlistId) {
      const index = playlists.indexOf(playlistId);
      return index === undefined ? undefined : createPlaylistItems(plan, index);
    },
    configuration(screenId, now) {
      const index = screens.indexOf(screenId);
      if (index === undefined) return undefined;
      const screen = screens.at(index);
      return resolvePlayback(screen, contentOf(index, screen.status !== 'unpaired'), now);
    },
  };
}
