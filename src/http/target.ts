import type { IncomingMessage } from 'node:http';
import type { ServerContext } from './request-handler.js';
import { countHeaders } from '../operation/operation-request.js';

/**
 * Whether a Host header is well-formed. Under node:http the URL is built from it, so a header with a path in it would
 * redirect the request (RFC 9112, 3.2 demands 400).
 */
export const isHost = (host: string | null | undefined): boolean =>
  host == null || /^[\w.:[\]-]*$/.test(host);

/** Whether a request has more than one Host header; Node.js drops the second one silently. */
export const hasSecondHost = (rawHeaders: readonly string[]): boolean => countHeaders(rawHeaders, 'host') > 1;

/**
 * Turns the target `http://host/path` into a path; its authority replaces the Host header (RFC 9112, 3.2.2). Targets with
 * another scheme, user info or a malformed authority are left to `isAddressed`, which rejects them.
 */
export function normalizeTarget(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.startsWith('/')) return;
  const [, authority, path = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(url) ?? [];
  if (authority === undefined || !isHost(authority)) return;
  request.url = path.startsWith('/') ? path : `/${path}`;
  request.headers.host = authority;
}

/** Whether the target and Host of a request are well-formed; if not: HTTP 400. */
export function isAddressed({ method, headers }: Request, { req }: ServerContext): boolean {
  if (!isHost(headers.get('host'))) return false;
  if (req === undefined) return true;
  if (hasSecondHost(req.rawHeaders)) return false;
  return req.url === undefined || req.url.startsWith('/') || (req.url === '*' && method === 'OPTIONS');
}

/**
 * Whether a request came over HTTPS. For a plain connection only a trusted proxy can say so; the last entry is the
 * proxy's own, whatever a client has written before it.
 */
export function isSecure(request: Request, trustProxy: boolean): boolean {
  if (request.url.startsWith('https:')) return true;
  if (!trustProxy) return false;
  return isForwardedSecure(request.headers.get('x-forwarded-proto'));
}

export const isForwardedSecure = (value: string | readonly string[] | null | undefined): boolean =>
  value?.toString().split(',').at(-1)?.trim().toLowerCase() === 'https';

/** The path as it was sent: parsing the URL would turn `/x/../graphql` into `/graphql`. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  if (start === -1) return '/';
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}
