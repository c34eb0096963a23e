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

export interface SessionState {
  readonly session: Session | null;
  readonly demos: readonly Demo[];
}

export type SignIn = { readonly demo: string } | { readonly credential: string };

/** The server requires this header on all requests that change or run something; see `http/dashboard/guard.ts`. */
export const tokenHeader = 'x-dashboard-token';

/** An attempt that failed; its message is for the visitor. */
export class SessionError extends Error {
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
export const readSession = (): Promise<SessionState> => call('GET');

/** Signs in; the page sends a credential to the server and does not keep it. */
export const signIn = (request: SignIn): Promise<SessionState> => call('POST', 'sign-in', request);

export const signOut = (session: Session): Promise<SessionState> => call('DELETE', session.token);

async function call(method: string, token?: string, body?: SignIn): Promise<SessionState> {
  const response = await fetch('/dashboard/session', {
    method,
    headers: {
      ...(token !== undefined && { [tokenHeader]: token }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (response === undefined) throw new SessionError('The façade cannot be reached from this browser.', true);
  // Our own server sends one of these; the body of a proxy in between becomes `{}`.
  const result = (await response.json().catch(() => ({}))) as SessionResult;
  if ('session' in result) return result;
  const message = result.errors?.[0]?.message ?? `The façade responded with HTTP ${response.status}.`;
  throw new SessionError(message, response.status >= 500);
}

type SessionResult = SessionState | { readonly errors?: readonly { readonly message: string }[] };
