import type { Dashboard } from './dashboard/dashboard.js';
import type { GraphiQL } from './graphiql/graphiql.js';
import { httpsRequired, isSecure } from './https.js';
import { namesType } from './negotiation.js';
import type { HttpReport, Within } from '../operation/observer.js';
import { pickRequestId } from '../operation/request-id.js';
import type { ServerContext } from './server-context.js';
import { isAddressed } from './target.js';

export type Handler = (request: Request, context: ServerContext) => Promise<Response>;

export interface RouterOptions {
  /** Where GraphQL is served. */
  readonly path: string;
  readonly graphql: Handler;
  /** Undefined where it is switched off. */
  readonly graphiql: GraphiQL | undefined;
  /** Undefined where it is switched off. */
  readonly dashboard: Dashboard | undefined;
  readonly requiresHttps: boolean;
  readonly trustsProxy: boolean;
  /** The request headers that answers depend on, for `Vary`. */
  readonly vary: string;
  readonly metrics: () => Promise<Response>;
  readonly ended: (report: HttpReport) => void;
  /** Told of an error that nobody has named; the client is told its request's id. */
  readonly failed: (error: unknown, requestId: string) => void;
  /** Runs what serves a request inside the trace that its headers name; undefined while tracing is off. */
  readonly within: Within | undefined;
}

export interface Router {
  readonly fetch: (request: Request, context?: ServerContext) => Promise<Response>;
  readonly startDraining: () => void;
}

/**
 * Serves exactly the addresses of the runtime interface; anything else is 404. Yoga's own routing looks at the end of
 * the whole URL, query included, so it sees nothing but requests for GraphQL.
 */
export function createRouter(options: RouterOptions): Router {
  let isDraining = false;
  const labels: ReadonlySet<string> = new Set([options.path, ...otherPaths]);

  const route = async (request: Request, path: string, context: ServerContext): Promise<Response> => {
    if (!isAddressed(request, context)) return new Response('Bad request.\n', { status: 400 });
    if (context.req?.url === '*') return wholeServer();
    if (path === '/health/live') return health('live', 200);
    if (path === '/health/ready') return isDraining ? health('draining', 503) : health('ready', 200);
    if (path === '/metrics') return options.metrics();
    const isOfDashboard = options.dashboard !== undefined && /^\/(?:dashboard\/.*)?$/.test(path);
    if (path !== options.path && !isOfDashboard) return new Response('Not found.\n', { status: 404 });
    if (options.requiresHttps && !isSecure(request, options.trustsProxy)) return httpsRequired();
    if (isOfDashboard)
      return (
        (await options.dashboard(request, path, context)) ?? new Response('Not found.\n', { status: 404 })
      );
    if (options.graphiql !== undefined && wantsPage(request)) return options.graphiql(request);
    const answer = await options.graphql(request, context);
    // Yoga lets an event stream be kept by whoever asks again first.
    answer.headers.set('Cache-Control', 'private, no-store');
    return answer;
  };

  return {
    async fetch(request, context = {}) {
      const startedAt = performance.now();
      const path = pathOf(request.url);
      const { headers } = request;
      const requestId =
        context.requestId ?? pickRequestId(headers.get('x-request-id'), headers.get('authorization'));
      const run = () => route(request, path, { ...context, requestId });
      const served = options.within === undefined ? run() : options.within((name) => headers.get(name), run);
      const response = await served.catch((error: unknown) => {
        // A client that leaves in the middle of its request is no fault of ours, and reads no answer.
        if (request.signal.aborted) return new Response(null, { status: 499 });
        options.failed(error, requestId);
        return internalError(requestId);
      });
      const { status } = response;
      const milliseconds = performance.now() - startedAt;
      options.ended({ requestId, path: labels.has(path) ? path : 'other', status, milliseconds });
      return finish(response, requestId, options.vary);
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

/** The answer to `OPTIONS *`, which is about no address (RFC 9110, 9.3.7). */
const wholeServer = (): Response =>
  new Response(null, { status: 204, headers: { Allow: 'GET, POST, OPTIONS' } });

const health = (status: string, code: number): Response => Response.json({ status }, { status: code });

/**
 * A browser that navigates here, also by an address with `?query=`: the explorer writes what is edited into it, to be
 * reloaded and passed on. Clients of GraphQL ask for JSON or for anything.
 */
function wantsPage({ method, headers }: Request): boolean {
  if (method !== 'GET') return false;
  const accept = headers.get('accept');
  return (
    namesType(accept, (type) => type === 'text/html') && !namesType(accept, (type) => type.includes('json'))
  );
}

/** Paths beside that of GraphQL that are counted by name. */
const otherPaths = ['/health/live', '/health/ready', '/metrics', '/'];

function internalError(id: string): Response {
  const message = `Internal error. It is logged under the id ${id}.`;
  return Response.json(
    { errors: [{ message, extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
    { status: 500 },
  );
}

/** Answers are one credential's secret: no cache on the way may keep them (fault catalogue, G14 and G15). */
function finish(response: Response, requestId: string, vary: string): Response {
  const { headers } = response;
  if (!headers.has('cache-control')) headers.set('Cache-Control', 'private, no-store');
  headers.set('Vary', vary);
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('X-Request-Id', requestId);
  return response;
}
