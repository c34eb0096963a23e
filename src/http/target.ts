import type { IncomingMessage } from 'node:http';
import { countHeaders } from '../operation/operation-request.js';
import type { ServerContext } from './request-handler.js';

/** Nearly all requests to a server name the same host. */
let lastHost = '';

/**
 * Under node:http the URL is built from the Host header: one with a path in it would redirect the
 * request (RFC 9112, 3.2 demands 400), and one that the URL parser rejects would throw wherever the
 * URL is parsed.
 */
export function isHost(host: string | null | undefined): boolean {
  if (host == null || host === '' || host === lastHost) return true;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}/`)) return false;
  lastHost = host;
  return true;
}

/** Whether a request has more than one Host header; Node.js drops the second one silently. */
export const hasSecondHost = (rawHeaders: readonly string[]): boolean =>
  countHeaders(rawHeaders, 'host') > 1;

/**
 * Turns the target `http://host/path` into a path; its authority replaces the Host header (RFC
 * 9112, 3.2.2). Targets with another scheme, user info or an unusable authority are left to
 * `findAddressFault`.
 */
export function normalizeTarget(request: IncomingMessage): void {
  const { url = '' } = request;
  if (url.startsWith('/')) return;
  const [, authority, path = ''] = /^https?:\/\/([^/?#]+)([/?#].*)?$/i.exec(url) ?? [];
  if (authority === undefined || !isHost(authority)) return;
  request.url = path.startsWith('/') ? path : `/${path}`;
  request.headers.host = authority;
}

/**
 * What is wrong with the address of a request, for its client: HTTP 400. Whatever reads its URL
 * later relies on it.
 */
export function findAddressFault(
  { method, headers, url }: Request,
  { req }: ServerContext,
): string | undefined {
  const host = headers.get('host');
  if (!isHost(host)) {
    return `the Host header is ${JSON.stringify(host?.slice(0, 200))}, and must be a host name or an address.`;
  }
  if (req !== undefined && hasSecondHost(req.rawHeaders)) {
    return 'there are several Host headers: send one.';
  }
  const target = req?.url;
  if (target === '*' && method === 'OPTIONS') return undefined;
  const isTarget = target === undefined || target.startsWith('/');
  // In HTTP/2 the host has a header of its own.
  if (isTarget && URL.canParse(url)) return undefined;
  return 'the target must be a path that begins with a slash, or an http URL without user info.';
}

/** Whether a request came over HTTPS. For a plain connection only a trusted proxy can say so. */
export const isSecure = ({ url, headers }: Request, trustProxy: boolean): boolean =>
  url.startsWith('https:') || (trustProxy && isForwardedSecure(headers.get('x-forwarded-proto')));

/** The last entry is the proxy's own, whatever a client has written before it. */
export const isForwardedSecure = (value: string | readonly string[] | null | undefined): boolean =>
  value === 'https' || value?.toString().split(',').at(-1)?.trim().toLowerCase() === 'https';

/** The path as it was sent: parsing the URL would turn `/x/../graphql` into `/graphql`. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  if (start === -1) return '/';
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}

/** Where GraphQL is unless an embedder sets another path. */
export const defaultPath = '/graphql';

/** The other paths that the router serves. */
const otherPaths =
  /^\/(?:(?:health|dashboard)(?:\/.*)?|metrics(?:\/organization)?|schema(?:\.strict)?\.graphql)?$/;

/**
 * What a path for GraphQL must be. The router compares bytes, so one that no client can send would
 * never match.
 */
export function findPathFault(path: string): string | undefined {
  if (!path.startsWith('/')) return 'a path that begins with a slash, such as /api/graphql';
  if (/[?#]/.test(path)) return 'a path without a query or fragment';
  if (!/^[\w.~!$&'()*+,;=:@%/-]+$/.test(path)) {
    return 'a path of letters and digits, others percent-encoded';
  }
  if (otherPaths.test(path)) {
    return 'none of the other addresses: /, /dashboard, /health, /metrics and /schema.graphql';
  }
  if (path.split('/').slice(1).some(isNoName)) {
    return 'a path of names: no "..", no "." and nothing empty';
  }
  return undefined;
}

/** Clients resolve these segments before they send a request; `%2e` counts as a dot. */
const isNoName = (segment: string): boolean => /^(?:\.|%2e){0,2}$/i.test(segment);
