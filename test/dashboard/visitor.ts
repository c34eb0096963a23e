import type { House } from './server.js';

/** A browser as far as the server sees it: it keeps its cookie and its session's token. */
export interface Visitor {
  cookie: string;
  token: string;
}

export const origin = 'http://127.0.0.1:4000';

interface Told {
  readonly session: {
    readonly name: string;
    readonly scopes: readonly string[] | null;
    readonly token: string;
  } | null;
  readonly demos: readonly { readonly name: string; readonly scopes: readonly string[] }[];
}

/** Headers that Chromium sends with a `fetch` of the page itself. */
export const ownPage = { 'Sec-Fetch-Site': 'same-origin', Origin: origin } as const;

/** A request for signing in, as the page sends it. */
export const signInRequest = (body: unknown, headers: Record<string, string> = {}, base = origin): Request =>
  new Request(`${base}/dashboard/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Dashboard-Token': 'sign-in', ...ownPage, ...headers },
    body: JSON.stringify(body),
  });

/** Signs in and gives back what the browser then keeps. */
export async function signIn(
  house: Pick<House, 'fetch'>,
  body: unknown = { demo: 'everything' },
): Promise<Visitor> {
  const response = await house.fetch(signInRequest(body));
  const cookie = /^session=[^;]+/.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '';
  const { session } = await readTold(response);
  return { cookie, token: session?.token ?? '' };
}

/** What `/dashboard/session` tells. */
export const readTold = async (response: Response): Promise<Told> => (await response.json()) as Told;

/** An operation, as the page sends it; `headers` replace those of the page, an empty one takes it away. */
export function operationRequest(
  { cookie, token }: Visitor,
  body: unknown,
  headers: Record<string, string> = {},
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
  return new Request(`${origin}/dashboard/graphql`, {
    method: 'POST',
    headers: sent,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** The code of the first error of an answer. */
export async function codeOf(response: Response): Promise<string | undefined> {
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return errors?.[0]?.extensions.code;
}
