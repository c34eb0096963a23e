import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { ViewFrame } from '../component/view-frame.js';
import { overviewHref } from '../data/collection.js';
import { loaded, ViewBoundary } from './boundary.js';

/** Each part of the page's script is loaded when something of it is first shown. */
const loadOverview = () => loaded(import('../overview/overview.js'));
const loadLists = () => loaded(import('./lists.js'));
const loadRecords = () => loaded(import('./records.js'));
const loadTools = () => loaded(import('./tools.js'));

const Overview = lazy(async () => ({ default: (await loadOverview()).Overview }));

const Screens = lazy(async () => ({ default: (await loadLists()).Screens }));
const Playlists = lazy(async () => ({ default: (await loadLists()).Playlists }));
const MediaList = lazy(async () => ({ default: (await loadLists()).MediaList }));

const Screen = lazy(async () => ({ default: (await loadRecords()).Screen }));
const Playlist = lazy(async () => ({ default: (await loadRecords()).Playlist }));
const MediaFile = lazy(async () => ({ default: (await loadRecords()).MediaFile }));

export const DeveloperDrawer = lazy(async () => ({ default: (await loadTools()).DeveloperDrawer }));
export const SignInPage = lazy(async () => ({ default: (await loadTools()).SignInPage }));
export const HelpDialog = lazy(async () => ({ default: (await loadTools()).HelpDialog }));

/**
 * Starts to load the script of a view, beside the session instead of after it. The view reports a
 * failure.
 *
 * @param hash of the page's address
 */
export function preload(hash: string): void {
  const [path = ''] = hash.replace(/^#\/?/, '').split('?', 1);
  const load = path === '' ? loadOverview : path.includes('/') ? loadRecords : loadLists;
  load().catch(() => undefined);
}

/** The view that the address names. */
export function View() {
  const [path] = useLocation();
  const shown = useRef(path);
  return (
    <ViewBoundary key={path}>
      <Suspense fallback={<ViewSkeleton />}>
        <Views />
        <HeadingFocus path={path} shown={shown} />
      </Suspense>
    </ViewBoundary>
  );
}

const Views = () => (
  <Switch>
    <Route path="/">
      <Overview />
    </Route>
    <Route path="/screens">
      <Screens />
    </Route>
    <Route path="/screens/:id">{({ id }) => <Screen id={id} />}</Route>
    <Route path="/playlists">
      <Playlists />
    </Route>
    <Route path="/playlists/:id">{({ id }) => <Playlist id={id} />}</Route>
    <Route path="/media">
      <MediaList />
    </Route>
    <Route path="/media/:id">{({ id }) => <MediaFile id={id} />}</Route>
    <Route>
      <UnknownAddress />
    </Route>
  </Switch>
);

interface HeadingFocusProps {
  readonly path: string;
  /** The path whose view was shown last. */
  readonly shown: RefObject<string>;
}

/**
 * The focused link may disappear with the old view, so keyboard users continue at the new heading.
 * A part of the view, not a hook beside it: only then it runs after the view's script has been
 * loaded.
 */
function HeadingFocus({ path, shown }: HeadingFocusProps): null {
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    document.querySelector('h1')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [path, shown]);
  return null;
}

/**
 * In the place of a view whose script is being loaded. It appears late: most scripts are there by
 * then.
 */
const ViewSkeleton = () => (
  <div className="loading" aria-busy="true">
    <p className="unseen" role="status">
      Loading…
    </p>
    <div className="loading__title shimmer" />
    <div className="loading__body shimmer" />
  </div>
);

/** The page for an address that names no view. */
const UnknownAddress = () => (
  <ViewFrame title="Nothing is at this address">
    <p className="unknown__text">
      The address may be mistyped, or from another version of this page.
    </p>
    <a className="button button--link" href={overviewHref}>
      Go to the overview
    </a>
  </ViewFrame>
);
