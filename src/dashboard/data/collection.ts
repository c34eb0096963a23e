import { useCanRead } from './use-view.js';
import type { Scope } from './view-store.js';

/** What a visitor can list; the noun is that of one record. */
export const collections = {
  screens: { title: 'Screens', noun: 'screen', scope: 'screens:read' },
  playlists: { title: 'Playlists', noun: 'playlist', scope: 'playlists:read' },
  media: { title: 'Media', noun: 'media file', scope: 'media:read' },
} as const satisfies Readonly<Record<string, { title: string; noun: string; scope: Scope }>>;

export type Collection = keyof typeof collections;

export const allCollections: readonly Collection[] = ['screens', 'playlists', 'media'];

/** Which collections the credential can read. */
export type Readable = Readonly<Record<Collection, boolean>>;

export const useReadable = (): Readable => ({
  screens: useCanRead('screens:read'),
  playlists: useCanRead('playlists:read'),
  media: useCanRead('media:read'),
});

/** The addresses of the views, as the links carry them. */
export const overviewHref = '#/';

/** @param search of a list: what it shows, and how */
export const listHref = (collection: Collection, search = ''): string =>
  `#/${collection}${search && `?${search}`}`;

export const recordHref = (collection: Collection, id: string): string =>
  `#/${collection}/${encodeURIComponent(id)}`;
