/** GraphiQL at the address of GraphQL (docs/operation.md, "Paths"). */
import type { Settings } from '../../config.js';
import { accepts } from '../../http/negotiation.js';
import { type Handler, lazy } from '../../http/request-handler.js';

/**
 * Where it is enabled, a browser that navigates to the address of GraphQL gets the page, which is
 * made at its first request.
 *
 * @param demoCredential fills in the page's header; undefined in front of a real Partner API
 */
export function withGraphiQL(
  { GRAPHIQL }: Pick<Settings, 'GRAPHIQL'>,
  demoCredential: string | undefined,
  graphql: Handler,
): Handler {
  if (!GRAPHIQL) return graphql;
  const graphiql = lazy(async () => (await import('./page.js')).createGraphiQL(demoCredential));
  return (request, context) => (isNavigation(request) ? graphiql : graphql)(request, context);
}

/**
 * Whether a browser navigates here, perhaps with a shared `?query=`. Clients of GraphQL accept JSON
 * or anything.
 */
function isNavigation({ method, headers }: Request): boolean {
  if (method !== 'GET') return false;
  const accept = headers.get('accept');
  return (
    accepts(accept, (type) => type === 'text/html') &&
    !accepts(accept, (type) => type.includes('json'))
  );
}
