import type { Scope } from './scope.js';
import { useCanRead } from './use-view.js';

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
