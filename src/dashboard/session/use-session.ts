import { useCallback, useEffect, useState } from 'react';
import {
  readSession,
  type Session,
  SessionError,
  type SessionState,
  type SignIn,
  signIn,
  signOut,
} from '../data/session.js';

/** Why the last attempt failed. */
interface SessionFailure {
  /** A sentence for the visitor. */
  readonly message: string;
  /** Makes the same attempt again; undefined where that would fail the same way. */
  readonly retry: (() => Promise<void>) | undefined;
}

export interface SessionControl {
  /** Undefined until the server has responded. */
  readonly state: SessionState | undefined;
  readonly failure: SessionFailure | undefined;
  /** @returns whether it has succeeded, or never will */
  readonly signIn: (request: SignIn) => Promise<boolean>;
  readonly signOut: (session: Session) => Promise<boolean>;
  /** Reads the session again after it has ended or another tab has signed in. */
  readonly renew: () => void;
}

type Show = (state: SessionState) => void;

/** The visitor's session. With the simulator, the first visit signs in with the first demo credential. */
export function useSession(): SessionControl {
  const [state, setState] = useState<SessionState>();
  const [failure, setFailure] = useState<SessionFailure>();

  const attempt = useCallback(async (run: (show: Show) => Promise<void>): Promise<boolean> => {
    try {
      await run(setState);
      setFailure(undefined);
      return true;
    } catch (error) {
      const mayRetry = error instanceof SessionError && error.mayRetry;
      const retry = async (): Promise<void> => {
        await attempt(run);
      };
      setFailure({
        message: error instanceof Error ? error.message : String(error),
        retry: mayRetry ? retry : undefined,
      });
      return !mayRetry;
    }
  }, []);
  const renew = useCallback(() => void attempt(readOrSignIn), [attempt]);
  useEffect(renew, [renew]);
  useHeldSession(state?.session ?? undefined);

  return {
    state,
    failure,
    signIn: useCallback((request) => attempt(async (show) => show(await signIn(request))), [attempt]),
    signOut: useCallback((session) => attempt(async (show) => show(await signOut(session))), [attempt]),
    renew,
  };
}

async function readOrSignIn(show: Show): Promise<void> {
  const state = await readSession();
  const [first] = state.demos;
  try {
    show(state.session === null && first !== undefined ? await signIn({ demo: first.name }) : state);
  } catch (error) {
    // The page can offer the credentials all the same.
    show(state);
    throw error;
  }
}

/** Milliseconds: well within the half hour after which the server ends an idle session. */
const holdMs = 10 * 60_000;

/** A stream does not extend the session, so the page asks for it as long as it is visible. */
function useHeldSession(session: Session | undefined): void {
  useEffect(() => {
    if (session === undefined) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) readSession().catch(() => undefined);
    }, holdMs);
    return () => clearInterval(timer);
  }, [session]);
}
