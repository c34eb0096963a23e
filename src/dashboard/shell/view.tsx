import { type RefObject, Suspense, useEffect, useRef } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { ViewFrame } from '../component/view-frame.js';
import { overviewHref } from '../route/path.js';
import { ViewBoundary } from './boundary.js';
import { MediaFile, MediaList, Overview, Playlist, Playlists, Screen, Screens } from './lazy.js';

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

function Views() {
  return (
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
}

interface HeadingFocusProps {
  readonly path: string;
  /** The path whose view was shown last. */
  readonly shown: RefObject<string>;
}

/**
 * The focused link may disappear with the old view, so keyboard users continue at the new heading. A part of the view, not a
 * hook beside it: only then it runs after the view's script has been loaded.
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

/** In the place of a view whose script is being loaded. It appears late: most scripts are there by then. */
function ViewSkeleton() {
  return (
    <div className="loading" aria-busy="true">
      <p className="unseen" role="status">
        Loading…
      </p>
      <div className="loading__title shimmer" />
      <div className="loading__body shimmer" />
    </div>
  );
}

/** The page for an address that names no view. */
function UnknownAddress() {
  return (
    <ViewFrame title="Nothing is at this address">
      <p className="unknown__text">The address may be mistyped, or from another version of this page.</p>
      <a className="button button--link" href={overviewHref}>
        Go to the overview
      </a>
    </ViewFrame>
  );
}
