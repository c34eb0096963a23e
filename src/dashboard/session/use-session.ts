import { useCallback, useEffect, useState } from 'react';
import { readSession, type Session, type SessionState, type SignIn, signIn, signOut } from './session.js';

export interface SessionControl {
  /** Undefined until the server has responded. */
  readonly state: SessionState | undefined;
  /** Why the last attempt failed, as a sentence. */
  readonly failure: string | undefined;
  readonly signIn: (request: SignIn) => Promise<void>;
  readonly signOut: (session: Session) => Promise<void>;
  /** Reads the session again after it has ended or another tab has signed in. */
  readonly renew: () => void;
}

/** The visitor's session. With the simulator, the first visit signs in with the first demo credential. */
export function useSession(): SessionControl {
  const [state, setState] = useState<SessionState>();
  const [failure, setFailure] = useState<string>();

  const attempt = useCallback(async (next: () => Promise<SessionState>): Promise<void> => {
    try {
      setState(await next());
      setFailure(undefined);
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    }
  }, []);
  const renew = useCallback(() => void attempt(readOrSignIn), [attempt]);
  useEffect(renew, [renew]);

  return {
    state,
    failure,
    signIn: useCallback((request) => attempt(() => signIn(request)), [attempt]),
    signOut: useCallback((session) => attempt(() => signOut(session)), [attempt]),
    renew,
  };
}

async function readOrSignIn(): Promise<SessionState> {
  const state = await readSession();
  const [first] = state.demos;
  return state.session === null && first !== undefined ? signIn({ demo: first.name }) : state;
}
