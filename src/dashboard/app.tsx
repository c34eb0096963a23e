import { Suspense, useEffect, useMemo } from 'react';
import { browserWorld } from './data/browser-world.js';
import { createSend } from './data/client.js';
import { FreshnessContext } from './data/use-view.js';
import { Freshness } from './data/freshness.js';
import { Scopes, ScopesContext } from './data/scope.js';
import type { Session } from './data/session.js';
import { StoreContext } from './data/use-view.js';
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
  const scopes = useMemo(() => new Scopes(session.scopes), [session]);
  const store = useMemo(() => new ViewStore(createSend(session, renew), scopes), [session, renew, scopes]);
  const freshness = useMemo(() => new Freshness(browserWorld(session, renew)), [session, renew]);
  useEffect(() => freshness.open(), [freshness]);
  return (
    <ScopesContext value={scopes}>
      <StoreContext value={store}>
        <FreshnessContext value={freshness}>
          <Shell session={session} control={control} />
        </FreshnessContext>
      </StoreContext>
    </ScopesContext>
  );
}
