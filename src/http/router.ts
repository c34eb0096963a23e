import { httpError } from '../document/parameters.js';
import type { Within } from '../operation/observer.js';
import { pickRequestId } from '../operation/operation-request.js';
import type { Runtime } from '../operation/runtime.js';
import type { Printer } from './content.js';
import { createFastPath } from './fast-path.js';
import {
  type Handler,
  type HttpOptions,
  lazy,
  type ServedFacade,
  type ServerContext,
} from './request-handler.js';
import {
  badRequestResponse,
  cacheControl,
  errorResponse,
  health,
  notFound,
  toRefusal,
} from './response.js';
import { reportRoute, type Route, RouteTable } from './route.js';
import { createSchemaRoutes, schemaPaths } from './schema-file.js';
import { findAddressFault, isSecure, pathOf } from './target.js';
import { discard } from './writer.js';

interface RouterOptions extends HttpOptions {
  /** Beside those of the core: health and the schema as text. */
  readonly routes: readonly Route[];
  /** Serves a request inside the trace that its headers name; undefined without tracing. */
  readonly tracing: { readonly within: Within } | undefined;
}

/**
 * Yoga's own routing matches the end of the whole URL, query included, so it gets nothing but
 * requests for GraphQL.
 */
export class Router {
  readonly fastPath: ServedFacade['fastPath'];
  private isDraining = false;
  private readonly vary: string;
  private readonly table: RouteTable;

  constructor(private readonly options: RouterOptions) {
    const { runtime, routes, tracing } = options;
    const { settings } = runtime;
    this.vary = settings.CORS_ORIGINS.length === 0 ? 'Authorization' : 'Authorization, Origin';
    // The fast path reads no trace context.
    this.fastPath = tracing === undefined ? createFastPath(options, this.vary) : () => false;
    this.table = new RouteTable([
      reportRoute('/health/live', () => health('live', 200)),
      reportRoute('/health/ready', () =>
        this.isDraining ? health('draining', 503) : health('ready', 200),
      ),
      ...createSchemaRoutes(settings),
      ...routes,
    ]);
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
    const label = this.table.counts(path) || countedPaths.has(path) ? path : 'other';
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
    const route = this.table.find(path);
    if (route === undefined) return notFound(`GraphQL is at ${graphqlPath}`);
    const needsHttps = settings.isProduction && route.isPlain !== true;
    if (needsHttps && !isSecure(request, settings.TRUST_PROXY)) {
      throw httpError(426, httpsMessage, 'HTTPS_REQUIRED', upgrade);
    }
    return route.handler(request, context);
  }
}

/** GraphQL over HTTP. The fast path serves most operations without Yoga, which is loaded late. */
export const createGraphQL = (runtime: Runtime, printers: readonly Printer[]): Handler =>
  lazy(async () => (await import('./yoga.js')).createGraphQLHttp(runtime, printers));

/** What many clients try; metrics tell these paths apart where they are not served too. */
const countedPaths: ReadonlySet<string> = new Set(['/', ...schemaPaths]);

const internalError = (requestId: string): Response =>
  errorResponse(
    500,
    `Internal error. It is logged under the id ${requestId}.`,
    'INTERNAL_SERVER_ERROR',
  );

/** In production, nothing is served over plain HTTP (docs/security.md, "HTTPS"). */
const upgrade = { Upgrade: 'TLS/1.2, HTTP/1.1', Connection: 'Upgrade' };

const httpsMessage =
  'HTTPS is required. Behind a proxy that ends TLS the façade needs TRUST_PROXY=true, and each request the header X-Forwarded-Proto: https.';

function withCommonHeaders(response: Response, requestId: string, vary: string): Response {
  const { headers } = response;
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
