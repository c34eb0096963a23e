import type { IncomingMessage } from 'node:http';
import { countHeaders } from '../operation/credential.js';
import type { ServerContext } from './server-context.js';

/**
 * Whether a Host header is one. Under node:http the address is put together from it, so one that holds a path would
 * change where the request goes (RFC 9112, 3.2 asks for 400).
 */
export const isHost = (host: string | null | undefined): boolean =>
  host == null || /^[\w.:[\]-]*$/.test(host);

/** Whether a request came with more than one Host header; Node.js drops the second one silently. */
export const hasSecondHost = (rawHeaders: readonly string[]): boolean => countHeaders(rawHeaders, 'host') > 1;

/**
 * Makes `http://host/path` a path like any other; its authority counts as Host, whatever the header says (RFC 9112,
 * 3.2.2). Another scheme, user info and a malformed authority stay as they are: `isAddressed` refuses them.
 */
export function normalizeTarget(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.startsWith('/')) return;
  const [, authority, path = ''] = /^https?:\/\/([^/?#]+)(.*)$/i.exec(url) ?? [];
  if (authority === undefined || !isHost(authority)) return;
  request.url = path.startsWith('/') ? path : `/${path}`;
  request.headers.host = authority;
}

/** Whether a request says properly what it is for; false: HTTP 400. */
export function isAddressed({ method, headers }: Request, { req }: ServerContext): boolean {
  if (!isHost(headers.get('host'))) return false;
  if (req === undefined) return true;
  if (hasSecondHost(req.rawHeaders)) return false;
  return req.url === undefined || req.url.startsWith('/') || (req.url === '*' && method === 'OPTIONS');
}
