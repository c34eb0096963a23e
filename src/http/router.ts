import type { GraphQLSchema } from 'graphql';
import type { Settings } from '../config.js';
import { schema } from '../graphql/schema.js';
import { printPublicSchema, printStrictSchema } from '../graphql/nullability.js';
import { type Asset, createAsset, serveAsset } from './asset.js';
import { Dashboard } from '../extra/sign-in/sign-in.js';
import { createFastPath } from './fast-path.js';
import { pickRequestId } from '../operation/operation-request.js';
import { httpError } from '../document/parameters.js';
import {
  findAddressFault,
  isSecure,
  isSignInPath,
  mcpPath,
  organizationMetricsPath,
  pathOf,
} from './target.js';
import { createMcp } from '../extra/mcp/mcp.js';
import { createOrganizationMetrics } from '../extra/exporter/organization-metrics.js';
import { accepts } from './negotiation.js';
import {
  badRequestResponse,
  cacheControl,
  errorResponse,
  health,
  noSignIn,
  notFound,
  refuseMethod,
  toRefusal,
} from './response.js';
import {
  type Handler,
  type HttpOptions,
  lazy,
  type ServedFacade,
  type ServerContext,
  withHeaders,
} from './request-handler.js';
import { discard } from './writer.js';

/**
 * Yoga's own routing matches the end of the whole URL, query included, so it gets nothing but
 * requests for GraphQL.
 */
export class Router {
  readonly fastPath: ServedFacade['fastPath'];
  private isDraining = false;
  private readonly vary: string;
  /** What only reports, and is served over plain HTTP too. */
  private readonly reports = new Map<string, () => Response | Promise<Response>>([
    ['/health/live', () => health('live', 200)],
    ['/health/ready', () => (this.isDraining ? health('draining', 503) : health('ready', 200))],
  ]);
  private readonly handlers: Map<string, Handler>;
  private readonly countedPaths: ReadonlySet<string>;

  constructor(private readonly options: HttpOptions) {
    const { runtime, path, dashboard, metrics, tracing } = options;
    const { settings } = runtime;
    this.vary = settings.CORS_ORIGINS.length === 0 ? 'Authorization' : 'Authorization, Origin';
    // The fast path reads no trace context.
    this.fastPath = tracing === undefined ? createFastPath(options, this.vary) : () => false;
    // The fast path serves most operations without Yoga.
    const graphql = lazy(async () => (await import('./yoga.js')).createGraphQLHttp(options));
    if (settings.METRICS_PORT === undefined) this.reports.set('/metrics', metrics);
    this.handlers = new Map(createSchemaFiles(settings));
    this.handlers.set(path, withGraphiQL(options, withHeaders(graphql, uncached)));
    if (settings.MCP === true) {
      this.handlers.set(mcpPath, withHeaders(createMcp(options), uncached));
    }
    if (settings.ORGANIZATION_METRICS === true) {
      this.handlers.set(organizationMetricsPath, createOrganizationMetrics(options));
    }
    this.countedPaths = new Set([
      ...this.reports.keys(),
      ...this.handlers.keys(),
      '/',
      ...schemaPaths,
    ]);
    // Its operations go to Yoga directly: the router would miss HTTPS on the inner request.
    if (dashboard !== undefined) {
      const pages = new Dashboard(options, dashboard, graphql).handlers;
      for (const [pagePath, handler] of pages) this.handlers.set(pagePath, handler);
    }
  }

  startDraining(): void {
    this.isDraining = true;
  }

  readonly fetch: ServedFacade['fetch'] = async (request, context = {}) => {
    const startedAt = performance.now();
    const { tracing, runtime, writer } = this.options;
    const { observer } = runtime.parts;
    const path = pathOf(request.url);
    const { headers } = request;
    const requestId =
      context.requestId ?? pickRequestId(headers.get('x-request-id'), headers.get('authorization'));
    const run = () => this.route(request, path, { ...context, requestId });
    const served = tracing === undefined ? run() : tracing.within((name) => headers.get(name), run);
    const response = await served.catch(toRefusal).catch((error: unknown) => {
      // A client that leaves in the middle of its request is no fault of ours, and reads no
      // response.
      if (request.signal.aborted) return new Response(null, { status: 499 });
      observer.failed(error, requestId);
      return internalError(requestId);
    });
    const label = this.countedPaths.has(path) ? path : 'other';
    const milliseconds = performance.now() - startedAt;
    observer.httpEnded({ requestId, path: label, status: response.status, milliseconds });
    const sent = withCommonHeaders(response, requestId, this.vary);
    if (context.isForWriter === true) return sent;
    // Nobody may read it.
    if (request.signal.aborted) discard(sent);
    return writer.toWeb(sent);
  };

  private async route(request: Request, path: string, context: ServerContext): Promise<Response> {
    const { runtime, path: graphqlPath } = this.options;
    const { settings } = runtime;
    const fault = findAddressFault(request, context);
    if (fault !== undefined) return badRequestResponse(fault);
    // `OPTIONS *` is about no single address (RFC 9110, 9.3.7).
    if (context.req?.url === '*') {
      return new Response(null, { status: 204, headers: { Allow: 'GET, POST, OPTIONS' } });
    }
    const report = this.reports.get(path);
    if (report !== undefined) return refuseMethod(request.method) ?? report();
    const handler = this.handlers.get(path);
    if (handler === undefined) {
      return settings.MCP === true && isSignInPath(path)
        ? noSignIn()
        : notFound(`GraphQL is at ${graphqlPath}`);
    }
    if (settings.isProduction && !isSecure(request, settings.TRUST_PROXY)) {
      throw httpError(426, httpsMessage, 'HTTPS_REQUIRED', upgrade);
    }
    return handler(request, context);
  }
}

const internalError = (requestId: string): Response =>
  errorResponse(
    500,
    `Internal error. It is logged under the id ${requestId}.`,
    'INTERNAL_SERVER_ERROR',
  );

const printers: Readonly<Record<string, (schema: GraphQLSchema) => string>> = {
  '/schema.graphql': printPublicSchema,
  '/schema.strict.graphql': printStrictSchema,
};

const schemaPaths = Object.keys(printers);

/**
 * The schema as text, for code generators: the files of the package, byte for byte. None where it
 * is not public.
 */
function createSchemaFiles(settings: Settings): ReadonlyMap<string, Handler> {
  if (!settings.INTROSPECTION || settings.TRUSTED_DOCUMENTS_MODE === 'only') return new Map();
  const serve = (print: (schema: GraphQLSchema) => string) => {
    let asset: Asset | undefined;
    return (request: Request) => {
      const origin = request.headers.get('origin');
      const isListed = origin !== null && settings.CORS_ORIGINS.includes(origin);
      const cors = isListed && { 'Access-Control-Allow-Origin': origin };
      const headers = { 'Cache-Control': 'public, max-age=300', ...cors };
      asset ??= createAsset('text/plain; charset=utf-8', new TextEncoder().encode(print(schema)));
      return serveAsset(request, asset, headers);
    };
  };
  return new Map(Object.entries(printers).map(([path, print]) => [path, serve(print)]));
}

/** The packages allow caches to keep an event stream and revalidate it. */
const uncached = { 'Cache-Control': cacheControl };

function withGraphiQL({ runtime, demoCredential }: HttpOptions, graphql: Handler): Handler {
  if (!runtime.settings.GRAPHIQL) return graphql;
  const graphiql = lazy(async () =>
    (await import('../extra/graphiql/graphiql.js')).createGraphiQL(demoCredential),
  );
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

/** In production, nothing is served over plain HTTP (docs/security.md, "HTTPS"). */
const upgrade = { Upgrade: 'TLS/1.2, HTTP/1.1', Connection: 'Upgrade' };

const httpsMessage =
  'HTTPS is required. Behind a proxy that ends TLS the façade needs TRUST_PROXY=true, and each request the header X-Forwarded-Proto: https.';

function withCommonHeaders(response: Response, requestId: string, vary: string): Response {
  const { headers } = response;
  // The package of MCP asks for a kept connection: that is for the server to decide, which may be
  // draining.
  if (headers.get('connection') === 'keep-alive') headers.delete('connection');
  if (!headers.has('cache-control')) headers.set('Cache-Control', cacheControl);
  headers.set('Vary', joinNames(vary, headers.get('vary') ?? ''));
  headers.set('X-Content-Type-Options', 'nosniff');
  headers.set('X-Request-Id', requestId);
  return response;
}

/** The names of both lists, each once. */
function joinNames(one: string, other: string): string {
  const names = `${one},${other}`.split(',').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '').join(', ');
}
