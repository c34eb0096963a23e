/** A credential that a visitor may choose by name; it must be public, such as the simulator's. */
export interface DemoCredential {
  readonly name: string;
  readonly credential: string;
  readonly scopes: readonly string[];
}

export interface DashboardSource {
  /** Directory of the built page, with a slash at the end. */
  readonly assets: URL;
  /** Those of the simulator; undefined without it. */
  readonly demoCredentials?: readonly DemoCredential[] | undefined;
}

/**
 * The header with the token of the session that the page was opened in. Forms and scripts of other
 * sites cannot set it.
 */
export const tokenHeader = 'x-dashboard-token';

/**
 * Whether the dashboard's own page sent a request. Over HTTPS and on loopback, browsers say so in
 * `Sec-Fetch-Site`; elsewhere the origin must equal the requested host. No browser omits both
 * headers but in a GET.
 */
export function isFromOwnPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  if (origin === null) return request.method === 'GET';
  if (!URL.canParse(origin)) return false;
  return new URL(origin).host === (request.headers.get('host') ?? new URL(request.url).host);
}

/**
 * Browsers take the prefix from this very host over HTTPS only: no other host or plain page can
 * plant such a cookie.
 */
const secureCookie = {
  name: '__Host-session',
  attributes: 'HttpOnly; SameSite=Strict; Path=/; Secure',
};

/** Over plain HTTP, browsers drop a Secure cookie. */
const plainCookie = { name: 'session', attributes: 'HttpOnly; SameSite=Strict; Path=/dashboard' };

const cookieOf = (isOverHttps: boolean) => (isOverHttps ? secureCookie : plainCookie);

/** What `session-store.ts` makes: nothing else is looked for. */
export const sessionIdPattern = /^[\w-]{43}$/;

export function readSessionCookie({ headers }: Request, isOverHttps: boolean): string | undefined {
  const { name } = cookieOf(isOverHttps);
  for (const pair of headers.get('cookie')?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined && sessionIdPattern.test(value)) return value;
  }
  return undefined;
}

/**
 * `Set-Cookie` for a session: scripts cannot read it, and other sites cannot send it. It lasts
 * until the browser closes.
 */
export function sessionCookie(id: string, isOverHttps: boolean): string {
  const { name, attributes } = cookieOf(isOverHttps);
  return `${name}=${id}; ${attributes}`;
}

/** `Set-Cookie` that deletes the cookie, over HTTPS also one that plain HTTP has left. */
export const endedCookies = (isOverHttps: boolean): string[] =>
  [plainCookie, ...(isOverHttps ? [secureCookie] : [])].map(
    ({ name, attributes }) => `${name}=; ${attributes}; Max-Age=0`,
  );
