import { useMemo } from 'react';
import { Provider } from 'urql';
import { createClient } from './data/client.js';
import { CostContext, createCostStore } from './data/cost.js';
import { type Cursors, CursorsContext } from './data/use-cursors.js';
import type { Session } from './session/session.js';
import { SignInPage } from './session/sign-in.js';
import { type SessionControl, useSession } from './session/use-session.js';
import { Shell } from './shell.js';

/** The dashboard: the sign-in page, or the view that the address names. */
export function App() {
  const control = useSession();
  const session = control.state?.session;
  if (control.state === undefined && control.failure === undefined)
    return (
      <p className="starting" role="status">
        Starting…
      </p>
    );
  // The key drops everything that an earlier session has read.
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
    () => createClient({ session, costs, onSessionEnded: renew }),
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
