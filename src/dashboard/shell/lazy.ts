import { lazy } from 'react';
import { loaded } from './load-error.js';

/** Each part of the page's script is loaded when something of it is first shown. */
const loadOverview = () => loaded(import('../overview/overview.js'));
const loadLists = () => loaded(import('./lists.js'));
const loadRecords = () => loaded(import('./records.js'));
const loadTools = () => loaded(import('./tools.js'));

export const Overview = lazy(async () => ({ default: (await loadOverview()).Overview }));

export const Screens = lazy(async () => ({ default: (await loadLists()).Screens }));
export const Playlists = lazy(async () => ({ default: (await loadLists()).Playlists }));
export const MediaList = lazy(async () => ({ default: (await loadLists()).MediaList }));

export const Screen = lazy(async () => ({ default: (await loadRecords()).Screen }));
export const Playlist = lazy(async () => ({ default: (await loadRecords()).Playlist }));
export const MediaFile = lazy(async () => ({ default: (await loadRecords()).MediaFile }));

export const DeveloperDrawer = lazy(async () => ({ default: (await loadTools()).DeveloperDrawer }));
export const SignInPage = lazy(async () => ({ default: (await loadTools()).SignInPage }));
export const HelpDialog = lazy(async () => ({ default: (await loadTools()).HelpDialog }));

/**
 * Starts to load the script of a view, beside the session instead of after it. The view reports a failure.
 *
 * @param hash of the page's address
 */
export function preload(hash: string): void {
  const [path = ''] = hash.replace(/^#\/?/, '').split('?', 1);
  const load = path === '' ? loadOverview : path.includes('/') ? loadRecords : loadLists;
  load().catch(() => undefined);
}
