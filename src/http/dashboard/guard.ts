import type { DashboardSession } from './session.js';

/** Header in which the page sends its session's token. No form can set it, and no other site's script may. */
export const tokenHeader = 'x-dashboard-token';

/**
 * Whether the dashboard's own page sent a request. Browsers say so themselves over HTTPS and on this machine
 * (`Sec-Fetch-Site`); elsewhere the origin must be the address that was asked. No browser omits both on a POST.
 */
export function isFromOwnPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = request.headers.get('origin');
  if (origin === null || !URL.canParse(origin)) return false;
  return new URL(origin).host === (request.headers.get('host') ?? new URL(request.url).host);
}

/** Whether a request belongs to the session that its page was opened in. */
export const isOfSession = (request: Request, session: DashboardSession): boolean =>
  request.headers.get(tokenHeader) === session.token;
