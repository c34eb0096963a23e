import type { ServerContext } from './graphql-http.js';
import type { GraphiQL } from './graphiql.js';
import { httpsRequired, isSecure } from './https.js';

export type Handler = (request: Request, context: ServerContext) => Promise<Response>;

export interface RouterOptions {
  readonly graphql: Handler;
  /** Undefined where it is switched off. */
  readonly graphiql: GraphiQL | undefined;
  readonly requiresHttps: boolean;
  readonly trustsProxy: boolean;
}

export interface Router {
  readonly fetch: (request: Request, context?: ServerContext) => Promise<Response>;
  readonly startDraining: () => void;
}

/**
 * Serves exactly the addresses of the runtime interface; anything else is 404. Yoga's own routing looks at the end of
 * the whole URL, query included, so it sees nothing but requests for `/graphql`.
 */
export function createRouter(options: RouterOptions): Router {
  let isDraining = false;

  const route = async (request: Request, path: string, context: ServerContext): Promise<Response> => {
    if (path === '/health/live') return health('live', 200);
    if (path === '/health/ready') return isDraining ? health('draining', 503) : health('ready', 200);
    if (path !== '/graphql') return new Response('Not found.\n', { status: 404 });
    if (options.requiresHttps && !isSecure(request, options.trustsProxy)) return httpsRequired();
    if (options.graphiql !== undefined && wantsPage(request)) return options.graphiql(request);
    return options.graphql(request, context);
  };

  return {
    async fetch(request, context = {}) {
      const requestId = context.requestId ?? pickRequestId(request.headers.get('x-request-id'));
      const response = await route(request, pathOf(request.url), { ...context, requestId });
      return finish(response, requestId);
    },
    startDraining() {
      isDraining = true;
    },
  };
}

/** The path as it was sent: parsing the URL would turn `/x/../graphql` into `/graphql`. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  if (start === -1) return '/';
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}

const health = (status: string, code: number): Response => Response.json({ status }, { status: code });

/** A browser that navigates here, and does not send an operation. */
const wantsPage = (request: Request): boolean =>
  request.method === 'GET' &&
  (request.headers.get('accept')?.includes('text/html') ?? false) &&
  !new URL(request.url).searchParams.has('query');

/** The client's id of its request, where it is one that may stand in a log and a header. */
const pickRequestId = (id: string | null): string =>
  id !== null && /^[\w.:-]{1,128}$/.test(id) ? id : crypto.randomUUID();

/** Answers are one credential's secret: no cache on the way may keep them (fault catalogue, G14 and G15). */
function finish(response: Response, requestId: string): Response {
  const { headers } = response;
  if (!headers.has('cache-control')) headers.set('Cache-Control', 'private, no-store');
  headers.append('Vary', 'Authorization');
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('X-Request-Id', requestId);
  return response;
}
