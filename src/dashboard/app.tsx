import { Suspense, useEffect, useMemo } from 'react';
import { browserWorld } from './data/browser-world.js';
import { createSend } from './data/client.js';
import type { Download } from './data/download.js';
import { Freshness } from './data/freshness.js';
import { Scopes } from './data/scope.js';
import type { Session } from './data/session.js';
import { ReaderContext } from './data/use-view.js';
import { ViewStore } from './data/view-store.js';
import { type SessionControl, useSession } from './session/use-session.js';
import { Shell } from './shell.js';
import { ViewBoundary } from './shell/boundary.js';
import { SignInPage } from './shell/lazy.js';

/** The dashboard: the sign-in page, or the view that the address names. */
export function App() {
  const control = useSession();
  const session = control.state?.session;
  if (control.state === undefined && control.failure === undefined) return <Starting />;
  // The key drops everything that an earlier session has read.
  return session ? (
    <SignedIn key={session.token} session={session} control={control} />
  ) : (
    <ViewBoundary>
      <Suspense fallback={<Starting />}>
        <SignInPage control={control} />
      </Suspense>
    </ViewBoundary>
  );
}

const Starting = () => (
  <p className="starting" role="status">
    Starting…
  </p>
);

function SignedIn({ session, control }: { readonly session: Session; readonly control: SessionControl }) {
  const { renew } = control;
  const reader = useMemo(() => {
    const scopes = new Scopes(session.scopes);
    const store = new ViewStore(createSend(session, renew), scopes);
    const freshness = new Freshness(browserWorld(session, renew));
    return { scopes, store, freshness, download: loadDownload(session, renew) };
  }, [session, renew]);
  useEffect(() => reader.freshness.open(), [reader]);
  return (
    <ReaderContext value={reader}>
      <Shell session={session} control={control} />
    </ReaderContext>
  );
}

/** Its script is loaded for the first download: few visits have one. */
const loadDownload =
  (session: Session, onSessionEnded: () => void): Download =>
  async (...request) => {
    const { createDownload } = await import('./data/download.js');
    return createDownload(session, onSessionEnded)(...request);
  };
