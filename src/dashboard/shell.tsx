import { useEffect, useRef } from 'react';
import { ViewContext } from './data/use-view-query.js';
import { hrefOf, type Route, useRoute } from './route.js';
import { CredentialPicker } from './session/credential-picker.js';
import type { Session } from './session/session.js';
import type { SessionControl } from './session/use-session.js';
import { Media } from './view/media.js';
import { OrganizationName } from './view/organization-name.js';
import { Playlist } from './view/playlist.js';
import { Playlists } from './view/playlists.js';
import { Screen } from './view/screen.js';
import { Screens } from './view/screens.js';

interface ShellProps {
  readonly session: Session;
  readonly control: SessionControl;
}

/** The page of a signed-in visitor: the header, and the view that the address names. */
export function Shell({ session, control }: ShellProps) {
  const route = useRoute();
  const view = hrefOf(route);
  useFocusOnHeading('id' in route ? view : route.view);
  useScrollToTop(view);
  return (
    <>
      <SkipLink view={view} />
      <header className="top">
        <div className="top__inner">
          <OrganizationName />
          <Tabs current={route} />
          <CredentialPicker session={session} control={control} />
        </div>
        {control.failure && (
          <p className="notice notice--bad" role="alert">
            {control.failure}
          </p>
        )}
      </header>
      <main className="view">
        <ViewContext value={view}>
          <View route={route} />
        </ViewContext>
      </main>
    </>
  );
}

/** The `#` of the address is the route, so this link moves the focus itself. */
function SkipLink({ view }: { readonly view: string }) {
  return (
    <a
      className="skip"
      href={view}
      onClick={(event) => {
        event.preventDefault();
        document.querySelector('h1')?.focus();
      }}
    >
      Skip to content
    </a>
  );
}

const tabs = [
  { route: { view: 'screens', page: 1 }, label: 'Screens' },
  { route: { view: 'playlists' }, label: 'Playlists' },
  { route: { view: 'media', page: 1 }, label: 'Media' },
] as const;

function Tabs({ current }: { readonly current: Route }) {
  return (
    <nav className="tabs" aria-label="Views">
      {tabs.map(({ route, label }) => (
        <a
          key={label}
          href={hrefOf(route)}
          {...(current.view.startsWith(route.view.replace(/s$/, '')) && { 'aria-current': 'page' as const })}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

function View({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'screens':
      return <Screens page={route.page} />;
    case 'screen':
      return <Screen key={route.id} id={route.id} />;
    case 'playlists':
      return <Playlists />;
    case 'playlist':
      return <Playlist key={route.id} id={route.id} />;
    case 'media':
      return <Media page={route.page} />;
  }
}

/** The focused link may disappear with the old view, so keyboard users continue at the new heading. */
function useFocusOnHeading(view: string): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [view]);
}

/** Shows the top of a new page; the focus stays, for instance on a pager. */
function useScrollToTop(view: string): void {
  useEffect(() => {
    // With braces: newer browsers return a promise, which React would take for a cleanup function.
    scrollTo(0, 0);
  }, [view]);
}
