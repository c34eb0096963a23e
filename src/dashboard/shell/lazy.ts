import { lazy } from 'react';

/** A part of the page's script could not be loaded: no network, or a newer version has replaced it on the server. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
}

/** @throws LoadError where the import fails */
async function loaded<Module>(module: Promise<Module>): Promise<Module> {
  try {
    return await module;
  } catch (cause) {
    throw new LoadError('A part of the page cannot be loaded.', { cause });
  }
}

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
