/** The path of GraphQL unless an embedder sets another. */
export const defaultPath = '/graphql';

/** The path of MCP, where it is switched on. */
export const mcpPath = '/mcp';

/** The path of an organization's metrics, where they are switched on: beside `/metrics`, which is about the façade. */
export const organizationMetricsPath = '/metrics/organization';

/** The other paths that the router serves. */
const otherPaths =
  /^\/(?:(?:health|dashboard)(?:\/.*)?|metrics(?:\/organization)?|schema(?:\.strict)?\.graphql)?$/;

/**
 * Checks a path for GraphQL. The router compares bytes, so a path that no client can send would never match.
 *
 * @returns what the path must be; undefined for a valid one
 */
export function findPathFault(path: string): string | undefined {
  if (!path.startsWith('/')) return 'a path that begins with a slash, such as /api/graphql';
  if (/[?#]/.test(path)) return 'a path without a query or fragment';
  if (!/^[\w.~!$&'()*+,;=:@%/-]+$/.test(path)) return 'a path of letters and digits, others percent-encoded';
  if (otherPaths.test(path))
    return 'none of the other addresses: /, /dashboard, /health, /metrics and /schema.graphql';
  if (path.split('/').slice(1).some(isNoName)) return 'a path of names: no "..", no "." and nothing empty';
  return undefined;
}

/** Clients resolve these segments before they send a request; `%2e` counts as a dot. */
const isNoName = (segment: string): boolean => /^(?:\.|%2e){0,2}$/i.test(segment);
