import { Dashboard } from './dashboard/dashboard.js';
import { createFastPath } from './fast-path.js';
import { pickRequestId } from '../operation/operation-request.js';
import { findAddressFault, isSecure, mcpPath, organizationMetricsPath, pathOf } from './target.js';
import { createMcp } from './mcp.js';
import { createOrganizationMetrics } from './organization-metrics.js';
import { accepts } from './negotiation.js';
import {
  badRequestResponse,
  cacheControl,
  errorResponse,
  health,
  notFound,
  refuseMethod,
} from './response.js';
import { type HttpOptions, lazyHandler, type RequestHandler, type ServerContext } from './request-handler.js';
import { createSchemaFiles, schemaPaths } from './schema-file.js';

export interface HttpHandler extends RequestHandler {
  /** From now on readiness says 503. */
  readonly startDraining: () => void;
}

/**
 * Serves exactly the addresses of the runtime interface; anything else is 404. Yoga's own routing matches the end of the
 * whole URL, query included, so Yoga gets nothing but requests for GraphQL.
 */
export function createHttpHandler(options: HttpOptions): HttpHandler {
  const router = openRouter(options);
  return {
    fetch: (request, context = {}) => respond(router, request, context),
    // The fast path reads no trace context.
    fastPath: options.within === undefined ? createFastPath(options, router.vary) : () => false,
    startDraining() {
      router.isDraining = true;
    },
  };
}

type Router = ReturnType<typeof openRouter>;

/** A handler is undefined where it is switched off. */
function openRouter(options: HttpOptions) {
  const { settings, path, demoCredential, dashboard } = options;
  // The fast path serves most operations without Yoga.
  const graphql = lazyHandler(async () => {
    const { createGraphQLHttp } = await import('./yoga.js');
    const yoga = createGraphQLHttp(options);
    return async (request, context) => yoga.fetch(request, context);
  });
  const graphiql = lazyHandler(async () =>
    (await import('./graphiql/graphiql.js')).createGraphiQL(demoCredential),
  );
  const counted = [path, '/health/live', '/health/ready', '/', ...schemaPaths];
  if (settings.METRICS_PORT === undefined) counted.push('/metrics');
  if (settings.MCP === true) counted.push(mcpPath);
  if (settings.ORGANIZATION_METRICS === true) counted.push(organizationMetricsPath);
  return {
    ...options,
    graphql,
    graphiql: settings.GRAPHIQL ? graphiql : undefined,
    // Its operations go to Yoga directly: the router would miss HTTPS on the inner request.
    dashboard: dashboard && new Dashboard(options, dashboard, graphql),
    schemaFiles: createSchemaFiles(options.publicSchema, settings),
    mcp: settings.MCP === true ? createMcp(options) : undefined,
    organizationMetrics:
      settings.ORGANIZATION_METRICS === true ? createOrganizationMetrics(options) : undefined,
    vary: settings.CORS_ORIGINS.length === 0 ? 'Authorization' : 'Authorization, Origin',
    countedPaths: new Set(counted),
    isDraining: false,
  };
}

async function respond(router: Router, request: Request, context: ServerContext): Promise<Response> {
  const startedAt = performance.now();
  const path = pathOf(request.url);
  const { headers } = request;
  const requestId =
    context.requestId ?? pickRequestId(headers.get('x-request-id'), headers.get('authorization'));
  const run = () => route(router, request, path, { ...context, requestId });
  const served = router.within === undefined ? run() : router.within((name) => headers.get(name), run);
  const response = await served.catch((error: unknown) => {
    // A client that leaves in the middle of its request is no fault of ours, and reads no response.
    if (request.signal.aborted) return new Response(null, { status: 499 });
    router.failed(error, requestId);
    const message = `Internal error. It is logged under the id ${requestId}.`;
    return errorResponse(500, 'INTERNAL_SERVER_ERROR', message);
  });
  const label = router.countedPaths.has(path) ? path : 'other';
  const milliseconds = performance.now() - startedAt;
  router.observer.httpEnded({ requestId, path: label, status: response.status, milliseconds });
  return withCommonHeaders(response, requestId, router.vary);
}

async function route(
  router: Router,
  request: Request,
  path: string,
  context: ServerContext,
): Promise<Response> {
  const { settings, graphql, graphiql, dashboard, mcp } = router;
  const fault = findAddressFault(request, context);
  if (fault !== undefined) return badRequestResponse(fault);
  // `OPTIONS *` is about no single address (RFC 9110, 9.3.7).
  if (context.req?.url === '*')
    return new Response(null, { status: 204, headers: { Allow: 'GET, POST, OPTIONS' } });
  if (path === '/health/live') return refuseMethod(request.method) ?? health('live', 200);
  if (path === '/health/ready') return refuseMethod(request.method) ?? readiness(router);
  if (path === '/metrics' && settings.METRICS_PORT === undefined)
    return refuseMethod(request.method) ?? router.metrics();
  const isOfDashboard = dashboard !== undefined && /^\/(?:dashboard\/.*)?$/.test(path);
  const isMcp = mcp !== undefined && path === mcpPath;
  const text = path === organizationMetricsPath ? router.organizationMetrics : router.schemaFiles.get(path);
  if (path !== router.path && !isOfDashboard && !isMcp && text === undefined)
    return notFound(`GraphQL is at ${router.path}`);
  if (settings.isProduction && !isSecure(request, settings.TRUST_PROXY)) return httpsRequired();
  if (text !== undefined) return text(request, context);
  if (isOfDashboard)
    return (await dashboard.serve(request, path, context)) ?? notFound(`GraphQL is at ${router.path}`);
  if (!isMcp && graphiql !== undefined && isNavigation(request)) return graphiql(request, context);
  const response = await (isMcp ? mcp : graphql)(request, context);
  // The packages allow caches to keep an event stream and revalidate it.
  response.headers.set('Cache-Control', cacheControl);
  return response;
}

const readiness = ({ isDraining }: Router): Response =>
  isDraining ? health('draining', 503) : health('ready', 200);

/**
 * Whether a browser navigates here, perhaps with `?query=`: GraphiQL keeps its editor in the address, to be reloaded and
 * shared. Clients of GraphQL accept JSON or anything.
 */
function isNavigation({ method, headers }: Request): boolean {
  if (method !== 'GET') return false;
  const accept = headers.get('accept');
  return accepts(accept, (type) => type === 'text/html') && !accepts(accept, (type) => type.includes('json'));
}

/** In production, nothing is served over plain HTTP (runtime interface, NODE_ENV). */
const httpsRequired = (): Response =>
  errorResponse(426, 'HTTPS_REQUIRED', httpsMessage, {
    Upgrade: 'TLS/1.2, HTTP/1.1',
    Connection: 'Upgrade',
  });

const httpsMessage =
  'HTTPS is required. Behind a proxy that ends TLS the façade needs TRUST_PROXY=true, and each request the header X-Forwarded-Proto: https.';

/**
 * For an event stream, the package of MCP asks for a kept connection. That is for the server to decide (RFC 9110, 7.6.1): its
 * client may have asked to close, or it may be draining.
 */
function withCommonHeaders(response: Response, requestId: string, vary: string): Response {
  const { headers } = response;
  if (headers.get('connection') === 'keep-alive') headers.delete('connection');
  if (!headers.has('cache-control')) headers.set('Cache-Control', cacheControl);
  const own = headers.get('vary')?.split(',') ?? [];
  headers.set('Vary', [...new Set([...vary.split(','), ...own].map((name) => name.trim()))].join(', '));
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('X-Request-Id', requestId);
  return response;
}
