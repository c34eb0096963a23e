import { useState } from 'react';
import { Router } from 'wouter';
import { FreshnessControl } from './component/freshness-control.js';
import { useFreshness } from './data/use-view.js';
import type { Session } from './data/session.js';
import { useShortcuts } from './keyboard/shortcut.js';
import { useHashLocation } from './route/hash-location.js';
import type { SessionControl } from './session/use-session.js';
import { ToolBoundary } from './shell/boundary.js';
import { CredentialPicker, DeveloperButton, OrganizationName, SkipLink, Tabs } from './shell/header.js';
import { DeveloperDrawer, HelpDialog } from './shell/lazy.js';
import { View } from './shell/view.js';
import './style/shell.css';

interface ShellProps {
  readonly session: Session;
  readonly control: SessionControl;
}

/** The page of a signed-in visitor: the header, the view that the address names, and what can be opened beside it. */
export function Shell({ session, control }: ShellProps) {
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
