import { useCallback, useEffect, useState } from 'react';
import { graphql } from '../generated/index.js';

/** The session of a visitor. The credential itself never reaches the page. */
export interface Session {
  readonly name: string;
  /** Null for a pasted credential, whose scopes the Partner API does not reveal. */
  readonly scopes: readonly string[] | null;
  /** Sent with every operation; useless without the cookie. */
  readonly token: string;
}

/** A demo credential, selected by its name. */
interface Demo {
  readonly name: string;
  readonly scopes: readonly string[];
}

interface SessionState {
  readonly session: Session | null;
  readonly demos: readonly Demo[];
}

type SignIn = { readonly demo: string } | { readonly credential: string };

/**
 * The server requires this header on all requests that change or run something; see
 * `extra/sign-in/session.ts`.
 */
export const tokenHeader = 'x-dashboard-token';

/** An attempt that failed; its message is for the visitor. */
class SessionError extends Error {
  override readonly name = 'SessionError';

  constructor(
    message: string,
    /** Nothing was wrong with what was sent: the same may succeed later. */
    readonly mayRetry: boolean,
  ) {
    super(message);
  }
}

/** Reads the current session. @throws SessionError as do the two below */
const readSession = (): Promise<SessionState> => call('GET');

/** Signs in; the page sends a credential to the server and does not keep it. */
const signIn = (request: SignIn): Promise<SessionState> => call('POST', 'sign-in', request);

const signOut = (session: Session): Promise<SessionState> => call('DELETE', session.token);

async function call(method: string, token?: string, body?: SignIn): Promise<SessionState> {
  const response = await fetch('/dashboard/session', {
    method,
    headers: {
      ...(token !== undefined && { [tokenHeader]: token }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (response === undefined)
    throw new SessionError('The façade cannot be reached from this browser.', true);
  // Our own server sends one of these; the body of a proxy in between becomes `{}`.
  const result = (await response.json().catch(() => ({}))) as SessionResult;
  if ('session' in result) return result;
  const message =
    result.errors?.[0]?.message ?? `The façade responded with HTTP ${response.status}.`;
  throw new SessionError(message, response.status >= 500);
}

type SessionResult = SessionState | { readonly errors?: readonly { readonly message: string }[] };

/** Why the last attempt failed. */
interface SessionFailure {
  /** A sentence for the visitor. */
  readonly message: string;
  /** Makes the same attempt again; undefined where that would fail the same way. */
  readonly retry: (() => Promise<void>) | undefined;
}

/** The organization of a session, which every valid credential may read. */
export const organizationName = graphql(`
  query OrganizationName {
    organization {
      name
    }
  }
`);

export type SessionControl = ReturnType<typeof useSession>;

/** What the parts of a signed-in page need. */
export interface SignedInProps {
  readonly session: Session;
  readonly control: SessionControl;
}

type Show = (state: SessionState) => void;

/**
 * The visitor's session. With the simulator, the first visit signs in with the first demo
 * credential.
 */
export function useSession() {
  const [state, setState] = useState<SessionState>();
  const [failure, setFailure] = useState<SessionFailure>();

  const attempt = useCallback(async (run: (show: Show) => Promise<void>): Promise<boolean> => {
    try {
      await run(setState);
      setFailure(undefined);
      return true;
    } catch (error) {
      const failed = failureOf(error, async () => {
        await attempt(run);
      });
      setFailure(failed);
      return failed.retry === undefined;
    }
  }, []);
  const renew = useCallback(() => void attempt(readOrSignIn), [attempt]);
  useEffect(renew, [renew]);
  useHeldSession(state?.session ?? undefined);

  return {
    /** Undefined until the server has responded. */
    state,
    failure,
    /** Resolves to whether it has succeeded, or never will. */
    signIn: useCallback(
      (request: SignIn) => attempt(async (show) => show(await signIn(request))),
      [attempt],
    ),
    signOut: useCallback(
      (session: Session) => attempt(async (show) => show(await signOut(session))),
      [attempt],
    ),
    /** Reads the session again after it has ended or another tab has signed in. */
    renew,
  };
}

function failureOf(error: unknown, retry: () => Promise<void>): SessionFailure {
  const mayRetry = error instanceof SessionError && error.mayRetry;
  const message = error instanceof Error ? error.message : String(error);
  return { message, retry: mayRetry ? retry : undefined };
}

async function readOrSignIn(show: Show): Promise<void> {
  const state = await readSession();
  const [first] = state.demos;
  try {
    show(
      state.session === null && first !== undefined ? await signIn({ demo: first.name }) : state,
    );
  } catch (error) {
    // The page can still offer the credentials.
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
