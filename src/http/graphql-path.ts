/** Where GraphQL is served unless an embedder says otherwise. */
export const defaultPath = '/graphql';

/** What is served beside GraphQL; see the router. */
const otherPaths = /^\/(?:(?:health|dashboard)(?:\/.*)?|metrics)?$/;

/**
 * What the address of GraphQL must be, where it is not: a path is compared byte for byte, so one that no client can send
 * would never be found.
 */
export function faultOfPath(path: string): string | undefined {
  if (!path.startsWith('/')) return 'a path that begins with a slash, such as /api/graphql';
  if (/[?#]/.test(path)) return 'a path without a query or fragment';
  if (!/^[\w.~!$&'()*+,;=:@%/-]+$/.test(path)) return 'a path of letters and digits, others percent-encoded';
  if (otherPaths.test(path)) return 'none of the other addresses: /, /dashboard, /health and /metrics';
  if (path.split('/').slice(1).some(isNoName)) return 'a path of names: no "..", no "." and nothing empty';
  return undefined;
}

/** Clients resolve such segments before they send them; `%2e` is a dot to them. */
const isNoName = (segment: string): boolean => /^(?:\.|%2e){0,2}$/i.test(segment);
