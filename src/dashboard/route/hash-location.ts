import { useSyncExternalStore } from 'react';
import type { NavigateOptions } from 'wouter';

/**
 * The address of a view, path and query, lies behind the `#`: it never leaves the browser, so no
 * server logs what a visitor searches for, and the façade serves the page at `/` alone.
 */
export function useHashLocation(): [string, typeof navigate] {
  return [useSyncExternalStore(onHashChange, readPath), navigate];
}

const useHashSearch = (): string => useSyncExternalStore(onHashChange, readSearch);

/** As the package wouter wants it. */
useHashLocation.searchHook = useHashSearch;
useHashLocation.hrefs = (path: string): string => `#${path}`;

/** Shows another view; `replace` keeps the history as long as it is. */
export function navigate(to: string, { replace = false }: NavigateOptions = {}): void {
  if (!replace) {
    location.hash = to;
    return;
  }
  history.replaceState(history.state, '', `#${to}`);
  // Only an address that the browser itself has changed is announced.
  dispatchEvent(new HashChangeEvent('hashchange'));
}

function onHashChange(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

function split(): readonly [path: string, search: string] {
  const address = location.hash.replace(/^#\/?/, '');
  const at = address.indexOf('?');
  return at < 0 ? [`/${address}`, ''] : [`/${address.slice(0, at)}`, address.slice(at + 1)];
}

const readPath = (): string => split()[0];
const readSearch = (): string => split()[1];
