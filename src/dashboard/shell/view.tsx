import { Suspense, useRef } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { HeadingFocus } from './heading-focus.js';
import { MediaFile, MediaList, Overview, Playlist, Playlists, Screen, Screens } from './lazy.js';
import { UnknownAddress } from './unknown-address.js';
import { ViewBoundary } from './view-boundary.js';
import { ViewSkeleton } from './view-skeleton.js';

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
