import { Suspense, useEffect, useMemo, useState } from 'react';
import { Router } from 'wouter';
import { FreshnessControl } from './component/freshness-control.js';
import { browserWorld } from './data/browser-world.js';
import { createSend } from './data/client.js';
import type { Download } from './data/download.js';
import { Freshness } from './data/freshness.js';
import { type Session, type SignedInProps, useSession } from './data/session.js';
import { ReaderContext, useFreshness } from './data/use-view.js';
import { Scopes, ViewStore } from './data/view-store.js';
import { useShortcuts } from './keyboard/shortcut.js';
import { useHashLocation } from './route/hash-location.js';
import { ToolBoundary, ViewBoundary } from './shell/boundary.js';
import {
  CredentialPicker,
  DeveloperButton,
  OrganizationName,
  SkipLink,
  Tabs,
} from './shell/header.js';
import { DeveloperDrawer, HelpDialog, SignInPage, View } from './shell/view.js';
import './style/shell.css';

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

function SignedIn({ session, control }: SignedInProps) {
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

/**
 * The page of a signed-in visitor: the header, the view that the address names, and what can be
 * opened beside it.
 */
function Shell({ session, control }: SignedInProps) {
  const { refresh } = useFreshness();
  const [hasHelp, setHasHelp] = useState(false);
  const [hasDrawer, setHasDrawer] = useState(false);
  const toggleDrawer = (): void => setHasDrawer((before) => !before);
  useShortcuts({ help: () => setHasHelp(true), drawer: toggleDrawer, refresh });
  return (
    <Router hook={useHashLocation}>
      <SkipLink />
      <header className="top">
        <div className="top__inner">
          <OrganizationName />
          <Tabs />
          <FreshnessControl />
          <DeveloperButton isOpen={hasDrawer} toggle={toggleDrawer} />
          <CredentialPicker session={session} control={control} />
        </div>
        {control.failure && (
          <p className="notice notice--bad" role="alert">
            {control.failure.message}
          </p>
        )}
      </header>
      <main className="view">
        <View />
      </main>
      {hasDrawer && (
        <ToolBoundary>
          <DeveloperDrawer close={() => setHasDrawer(false)} showKeys={() => setHasHelp(true)} />
        </ToolBoundary>
      )}
      {hasHelp && (
        <ToolBoundary>
          <HelpDialog close={() => setHasHelp(false)} />
        </ToolBoundary>
      )}
    </Router>
  );
}
