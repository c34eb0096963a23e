import type { DashboardSession } from './session.js';

/** The header with the session's token. Forms cannot set it, and scripts of other sites may not. */
export const tokenHeader = 'x-dashboard-token';

/**
 * Whether the dashboard's own page sent a request. Over HTTPS and on loopback, browsers say so in `Sec-Fetch-Site`;
 * elsewhere the origin must equal the requested host. No browser omits both headers in a POST.
 */
export function isFromOwnPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  if (origin === null || !URL.canParse(origin)) return false;
  return new URL(origin).host === (request.headers.get('host') ?? new URL(request.url).host);
}

/** Whether a page sends a request in the session that it was opened in. */
export const isOfSession = (request: Request, session: DashboardSession): boolean =>
  request.headers.get(tokenHeader) === session.token;

/** Name of the dashboard's cookie. Its value is a random id. */
const cookieName = 'session';

/** What `session.ts` makes: nothing else is looked for. */
export const sessionIdPattern = /^[\w-]{43}$/;

/** The session id in a `Cookie` header; undefined if there is none of ours. */
export function readSessionCookie(header: string | null): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === cookieName && value !== undefined && sessionIdPattern.test(value)) return value;
  }
  return undefined;
}

/**
 * `Set-Cookie` for a session: scripts cannot read it, other sites cannot send it, and other paths do not get it. It lasts
 * until the browser closes.
 *
 * @param isSecure whether the request came over HTTPS; over plain HTTP, browsers drop a Secure cookie
 */
export function sessionCookie(id: string, isSecure: boolean): string {
  return `${cookieName}=${id}; HttpOnly; SameSite=Strict; Path=/dashboard${isSecure ? '; Secure' : ''}`;
}

/** `Set-Cookie` that deletes the cookie. */
export const endedCookie = (isSecure: boolean): string => `${sessionCookie('', isSecure)}; Max-Age=0`;
