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
