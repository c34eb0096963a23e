/** Who is signed in. The credential itself never reaches the page. */
export interface Session {
  readonly name: string;
  /** Null for a pasted credential: the Partner API does not tell its scopes. */
  readonly scopes: readonly string[] | null;
  /** Sent with every operation; it is worth nothing without the cookie. */
  readonly token: string;
}

/** A demo credential that can be picked by name. */
export interface Demo {
  readonly name: string;
  readonly scopes: readonly string[];
}

export interface SessionState {
  readonly session: Session | null;
  readonly demos: readonly Demo[];
}

export type SignIn = { readonly demo: string } | { readonly credential: string };

/** Header that the server wants on everything but reading; see `http/dashboard/guard.ts`. */
export const tokenHeader = 'x-dashboard-token';

/** Asks who is signed in. Throws an Error with a sentence for the visitor. */
export const readSession = (): Promise<SessionState> => call('GET');

/** Signs in; a credential goes to the server here and is not kept. */
export const signIn = (wanted: SignIn): Promise<SessionState> => call('POST', 'sign-in', wanted);

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
  if (response === undefined) throw new Error('The façade cannot be reached.');
  const answer = (await response.json().catch(() => ({}))) as Answer;
  if ('session' in answer) return answer;
  throw new Error(answer.errors?.[0]?.message ?? `The façade answered with HTTP ${response.status}.`);
}

/** What our own server sends, either way; `{}` for what a proxy in between may send. */
type Answer = SessionState | { readonly errors?: readonly { readonly message: string }[] };
