import type { HttpReport, Within } from '../operation/observer.js';
import { pickRequestId } from '../operation/request-id.js';
import type { Dashboard } from './dashboard/dashboard.js';
import type { GraphiQL } from './graphiql/graphiql.js';
import { httpsRequired, isSecure } from './https.js';
import { namesType } from './negotiation.js';
import type { RequestHandler } from './request-handler.js';
import { cacheControl } from './response.js';
import type { ServerContext } from './server-context.js';
import { isAddressed } from './target.js';

export type Handler = (request: Request, context: ServerContext) => Promise<Response>;

export interface RouterOptions {
  /** Path of GraphQL. */
  readonly path: string;
  readonly graphql: Handler;
  /** Undefined if it is switched off. */
  readonly graphiql: GraphiQL | undefined;
  /** Undefined if it is switched off. */
  readonly dashboard: Dashboard | undefined;
  readonly requiresHttps: boolean;
  readonly trustsProxy: boolean;
  /** The request headers that responses depend on. */
  readonly vary: string;
  readonly metrics: () => Promise<Response>;
  readonly ended: (report: HttpReport) => void;
  /** Receives an unexpected error; the client gets the id of its request. */
  readonly failed: (error: unknown, requestId: string) => void;
  /** Serves a request inside the trace that its headers name; undefined without tracing. */
  readonly within: Within | undefined;
}

export interface Router {
  readonly fetch: RequestHandler['fetch'];
  readonly startDraining: () => void;
}

interface RouterState extends RouterOptions {
  /** Paths that are counted by name. */
  readonly labels: ReadonlySet<string>;
  isDraining: boolean;
}

/**
 * Serves exactly the addresses of the runtime interface; anything else is 404. Yoga's own routing matches the end of the
 * whole URL, query included, so Yoga gets nothing but requests for GraphQL.
 */
export function createRouter(options: RouterOptions): Router {
  const labels = new Set([options.path, '/health/live', '/health/ready', '/metrics', '/']);
  const state: RouterState = { ...options, labels, isDraining: false };
  return {
    fetch: (request, context = {}) => serve(state, request, context),
    startDraining() {
      state.isDraining = true;
    },
  };
}

async function serve(state: RouterState, request: Request, context: ServerContext): Promise<Response> {
  const startedAt = performance.now();
  const path = pathOf(request.url);
  const { headers } = request;
  const requestId =
    context.requestId ?? pickRequestId(headers.get('x-request-id'), headers.get('authorization'));
  const run = () => route(state, request, path, { ...context, requestId });
  const served = state.within === undefined ? run() : state.within((name) => headers.get(name), run);
  const response = await served.catch((error: unknown) => {
    // A client that leaves in the middle of its request is no fault of ours, and reads no response.
    if (request.signal.aborted) return new Response(null, { status: 499 });
    state.failed(error, requestId);
    return internalError(requestId);
  });
  const { status } = response;
  const milliseconds = performance.now() - startedAt;
  state.ended({ requestId, path: state.labels.has(path) ? path : 'other', status, milliseconds });
  return withCommonHeaders(response, requestId, state.vary);
}

async function route(
  state: RouterState,
  request: Request,
  path: string,
  context: ServerContext,
): Promise<Response> {
  if (!isAddressed(request, context)) return new Response('Bad request.\n', { status: 400 });
  if (context.req?.url === '*') return wholeServer();
  if (path === '/health/live') return health('live', 200);
  if (path === '/health/ready') return state.isDraining ? health('draining', 503) : health('ready', 200);
  if (path === '/metrics') return state.metrics();
  const isOfDashboard = state.dashboard !== undefined && /^\/(?:dashboard\/.*)?$/.test(path);
  if (path !== state.path && !isOfDashboard) return notFound();
  if (state.requiresHttps && !isSecure(request, state.trustsProxy)) return httpsRequired();
  if (isOfDashboard) return (await state.dashboard(request, path, context)) ?? notFound();
  if (state.graphiql !== undefined && isNavigation(request)) return state.graphiql(request);
  const response = await state.graphql(request, context);
  // Yoga allows caches to keep an event stream and revalidate it.
  response.headers.set('Cache-Control', cacheControl);
  return response;
}

/** The path as it was sent: parsing the URL would turn `/x/../graphql` into `/graphql`. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  if (start === -1) return '/';
  const end = url.slice(start).search(/[?#]/);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}

const notFound = (): Response => new Response('Not found.\n', { status: 404 });

/** Responds to `OPTIONS *`, which is about no single address (RFC 9110, 9.3.7). */
const wholeServer = (): Response =>
  new Response(null, { status: 204, headers: { Allow: 'GET, POST, OPTIONS' } });

const health = (status: string, code: number): Response => Response.json({ status }, { status: code });

/**
 * Whether a browser navigates here, perhaps with `?query=`: GraphiQL keeps its editor in the address, to be reloaded and
 * shared. Clients of GraphQL accept JSON or anything.
 */
function isNavigation({ method, headers }: Request): boolean {
  if (method !== 'GET') return false;
  const accept = headers.get('accept');
  return (
    namesType(accept, (type) => type === 'text/html') && !namesType(accept, (type) => type.includes('json'))
  );
}

function internalError(id: string): Response {
  const message = `Internal error. It is logged under the id ${id}.`;
  return Response.json(
    { errors: [{ message, extensions: { code: 'INTERNAL_SERVER_ERROR' } }] },
    { status: 500 },
  );
}

function withCommonHeaders(response: Response, requestId: string, vary: string): Response {
  const { headers } = response;
  if (!headers.has('cache-control')) headers.set('Cache-Control', cacheControl);
  headers.set('Vary', vary);
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('X-Request-Id', requestId);
  return response;
}
