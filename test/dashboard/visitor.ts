import type { DashboardServer } from './server.js';

/** A browser as the server sees it: it keeps its cookie and its session's token. */
export interface Visitor {
  cookie: string;
  token: string;
}

export const origin = 'http://127.0.0.1:4000';

interface SessionBody {
  readonly session: {
    readonly name: string;
    readonly scopes: readonly string[] | null;
    readonly token: string;
  } | null;
  readonly demos: readonly { readonly name: string; readonly scopes: readonly string[] }[];
}

/** Headers that Chromium sends with a `fetch` of the page itself. */
export const ownPage = { 'Sec-Fetch-Site': 'same-origin', Origin: origin } as const;

export const signInRequest = (
  body: unknown,
  headers: Record<string, string> = {},
  base = origin,
): Request =>
  new Request(`${base}/dashboard/session`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Dashboard-Token': 'sign-in',
      ...ownPage,
      ...headers,
    },
    body: JSON.stringify(body),
  });

export async function signIn(
  server: Pick<DashboardServer, 'fetch'>,
  body: unknown = { demo: 'everything' },
  base = origin,
): Promise<Visitor> {
  const response = await server.fetch(signInRequest(body, {}, base));
  const cookie = /^session=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '';
  const { session } = await readSession(response);
  return { cookie, token: session?.token ?? '' };
}

/** Asks who is signed in, or signs out. */
export const sessionRequest = (
  method: 'GET' | 'DELETE',
  { cookie, token }: Visitor,
  base = origin,
): Request =>
  new Request(`${base}/dashboard/session`, {
    method,
    headers: { ...ownPage, Cookie: cookie, 'X-Dashboard-Token': token },
  });

export const readSession = async (response: Response): Promise<SessionBody> =>
  (await response.json()) as SessionBody;

/**
 * An operation, as the page sends it; `headers` replace those of the page, and an empty value
 * removes one.
 */
export function operationRequest(
  { cookie, token }: Visitor,
  body: unknown,
  headers: Record<string, string> = {},
  base = origin,
): Request {
  const all = {
    'Content-Type': 'application/json',
    Accept: 'multipart/mixed, application/json',
    Cookie: cookie,
    'X-Dashboard-Token': token,
    ...ownPage,
    ...headers,
  };
  const sent = Object.entries(all).filter(([, value]) => value !== '');
  return new Request(`${base}/dashboard/graphql`, {
    method: 'POST',
    headers: sent,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export async function codeOf(response: Response): Promise<string | undefined> {
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return errors?.[0]?.extensions.code;
}
