import type { JsonObject } from './json.js';

export type OrganizationName = 'alpha' | 'beta';

/** A test may change the lists between two requests. */
export interface OrganizationData {
  readonly organization: JsonObject;
  readonly screens: JsonObject[];
  readonly playlists: JsonObject[];
  readonly items: Map<string, JsonObject[]>;
  readonly media: JsonObject[];
}

export interface Sizes {
  readonly screens?: number;
  readonly playlists?: number;
  /** Items of each playlist. */
  readonly items?: number;
  readonly media?: number;
}

/** Marks every record with its organization: both use the same ids. */
export const stampOf = (name: OrganizationName): string => `stamp:${name}`;

/** Valid records with every optional field. */
export function createOrganization(name: OrganizationName, sizes: Sizes = {}): OrganizationData {
  const stamp = stampOf(name);
  const { screens = 5, playlists = 3, items = 4, media = 5 } = sizes;
  const list = (size: number, make: (number: number, stamp: string) => JsonObject): JsonObject[] =>
    Array.from({ length: size }, (_, index) => make(index + 1, stamp));
  return {
    organization: { id: 'org1', name: `Organization ${stamp}`, slug: 'org', ...times },
    screens: list(screens, screen),
    playlists: list(playlists, playlist),
    items: new Map(
      Array.from({ length: playlists }, (_, index) => [
        `p${index + 1}`,
        list(items, (number) => playlistItem(number, Math.max(1, media), stamp)),
      ]),
    ),
    media: list(media, mediaFile),
  };
}

export const times = {
  createdAt: '2026-01-02T03:04:05Z',
  updatedAt: '2026-02-03T04:05:06.789+01:00',
};

export const availability: JsonObject = {
  mode: 'weekly',
  timezone: 'Europe/Berlin',
  isOnNow: true,
  weekly: [
    { day: 'monday', start: '08:00', end: '18:30' },
    { day: 'sunday', start: '10:00', end: '24:00' },
  ],
  special: { startDate: '2026-12-24', endDate: '2026-12-26', start: '09:00', end: '12:00' },
};

export const screen = (number: number, stamp: string): JsonObject => ({
  id: `s${number}`,
  name: `Screen ${number} ${stamp}`,
  description: 'By the entrance',
  status: 'online',
  orientation: 'portrait-flipped',
  viewport: { width: 1920.5, height: 1080 },
  availability,
  itemCount: 7,
  totalDurationSeconds: 90.25,
  ...times,
});

export const playlist = (number: number, stamp: string): JsonObject => ({
  id: `p${number}`,
  name: `Playlist ${number} ${stamp}`,
  description: 'Every day',
  itemCount: 4,
  totalDurationSeconds: 40.5,
  ...times,
});

export const playlistItem = (number: number, media: number, stamp: string): JsonObject => ({
  slotId: `slot${number} ${stamp}`,
  type: 'media',
  position: number,
  durationSeconds: 10.5,
  enabled: true,
  mediaId: `m${((number - 1) % media) + 1}`,
  appInstanceId: `app${number}`,
});

export const mediaFile = (number: number, stamp: string): JsonObject => ({
  id: `m${number}`,
  name: `Media ${number} ${stamp}`,
  type: 'image',
  status: 'ready',
  mimeType: 'image/png',
  sizeBytes: 12345,
  width: 640,
  height: 480,
  defaultDurationSeconds: 12.5,
  url: `https://cdn.example/${number}?sig=a%2fb`,
  thumbnailUrl: `https://cdn.example/t/${number}`,
  ...times,
});
