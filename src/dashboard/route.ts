import { useSyncExternalStore } from 'react';

/** The view that the address names. The server serves only `/`, so the route follows the `#`. */
export type Route =
  | { readonly view: 'screens'; readonly page: number }
  | { readonly view: 'screen'; readonly id: string }
  | { readonly view: 'playlists' }
  | { readonly view: 'playlist'; readonly id: string }
  | { readonly view: 'media'; readonly page: number };

/** The address of a view, for links. */
export function hrefOf(route: Route): string {
  switch (route.view) {
    case 'screen':
      return `#/screens/${encodeURIComponent(route.id)}`;
    case 'playlist':
      return `#/playlists/${encodeURIComponent(route.id)}`;
    case 'playlists':
      return '#/playlists';
    case 'screens':
    case 'media':
      return route.page === 1 ? `#/${route.view}` : `#/${route.view}?page=${route.page}`;
  }
}

/** The route of an address; the screens for an unknown one. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [collection, id] = path.split('/', 2).map(decode);
  const page = readPage(new URLSearchParams(query).get('page'));
  if (collection === 'playlists') return id ? { view: 'playlist', id } : { view: 'playlists' };
  if (collection === 'media') return { view: 'media', page };
  return collection === 'screens' && id ? { view: 'screen', id } : { view: 'screens', page };
}

/** The route of the current address; renders again when it changes. */
export function useRoute(): Route {
  return readRoute(useSyncExternalStore(onHashChange, () => location.hash));
}

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

const readPage = (text: string | null): number => (/^[1-9]\d{0,8}$/.test(text ?? '') ? Number(text) : 1);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
