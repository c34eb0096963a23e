import { useEffect, useMemo, useRef } from 'react';
import { Provider } from 'urql';
import { createClient } from './data/client.js';
import { CostContext, createCostStore } from './data/cost.js';
import { type Cursors, CursorsContext } from './data/use-cursors.js';
import { ViewContext } from './data/use-read.js';
import { hrefOf, type Route, useRoute } from './route.js';
import { CredentialPicker } from './session/credential-picker.js';
import type { Session } from './session/session.js';
import { SignInPage } from './session/sign-in.js';
import { type SessionControl, useSession } from './session/use-session.js';
import { Media } from './view/media.js';
import { OrganizationName } from './view/organization-name.js';
import { Playlist } from './view/playlist.js';
import { Playlists } from './view/playlists.js';
import { Screen } from './view/screen.js';
import { Screens } from './view/screens.js';

/** The dashboard: signed in or not, and then the view that the address names. */
export function App() {
  const control = useSession();
  const session = control.state?.session;
  if (control.state === undefined && control.failure === undefined)
    return (
      <p className="starting" role="status">
        Starting…
      </p>
    );
  // The token is a session's own: whatever one session has read goes with it.
  return session ? (
    <SignedIn key={session.token} session={session} control={control} />
  ) : (
    <SignInPage control={control} />
  );
}

function SignedIn({ session, control }: { readonly session: Session; readonly control: SessionControl }) {
  const { renew } = control;
  const costs = useMemo(createCostStore, []);
  const client = useMemo(
    () => createClient({ session, costs, sessionEnded: renew }),
    [session, costs, renew],
  );
  const cursors = useMemo(() => new Map<string, Cursors>(), []);
  return (
    <Provider value={client}>
      <CostContext value={costs}>
        <CursorsContext value={cursors}>
          <Shell session={session} control={control} />
        </CursorsContext>
      </CostContext>
    </Provider>
  );
}

const places = [
  { route: { view: 'screens', page: 1 }, label: 'Screens' },
  { route: { view: 'playlists' }, label: 'Playlists' },
  { route: { view: 'media', page: 1 }, label: 'Media' },
] as const;

function Shell({ session, control }: { readonly session: Session; readonly control: SessionControl }) {
  const route = useRoute();
  const view = hrefOf(route);
  useFocusOnHeading('id' in route ? view : route.view);
  // A new page begins at its top; the focus stays where it is, on a pager for instance.
  useEffect(() => {
    // In braces: newer browsers give a promise back, which is nothing to clean up with.
    scrollTo(0, 0);
  }, [view]);
  return (
    <>
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
      <header className="top">
        <div className="top__inner">
          <OrganizationName />
          <nav className="tabs" aria-label="Views">
            {places.map(({ route: place, label }) => (
              <a
                key={label}
                href={hrefOf(place)}
                {...(route.view.startsWith(place.view.replace(/s$/, '')) && {
                  'aria-current': 'page' as const,
                })}
              >
                {label}
              </a>
            ))}
          </nav>
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

/** The link that led to another view may be gone with the last one: whoever goes on by keyboard begins at its heading. */
function useFocusOnHeading(view: string): void {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    document.querySelector('h1')?.focus({ preventScroll: true });
  }, [view]);
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
