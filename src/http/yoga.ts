import { GraphQLError, type GraphQLSchema } from 'graphql';
import { type CORSOptions, createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { acceptPlugin } from './accept-plugin.js';
import { negotiate } from './negotiation.js';
import type { RunOperation } from '../operation/run-operation.js';
import { readOperationRequest } from './operation-request.js';
import { checkCoding, checkMediaType, readJsonBody, readQueryString } from './request-body.js';
import { resultPlugin } from './result-processor.js';
import type { ServerContext } from './server-context.js';

export interface GraphQLHttpOptions {
  readonly schema: GraphQLSchema;
  readonly run: RunOperation;
  readonly maxRequestBytes: number;
  readonly corsOrigins: readonly string[];
}

/**
 * GraphQL over HTTP by Yoga: it handles methods, media types, content negotiation, event streams and CORS. Reading the
 * body within its limit and running the operation are ours, as on the fast path.
 */
export function createGraphQLHttp(options: GraphQLHttpOptions): YogaServerInstance<ServerContext, object> {
  const { schema, maxRequestBytes, corsOrigins } = options;
  return createYoga<ServerContext>({
    schema,
    // The router has matched the path already.
    graphqlEndpoint: '/*',
    plugins: [
      acceptPlugin,
      bodyPlugin(maxRequestBytes),
      operationPlugin(options.run),
      resultPlugin,
      connectionPlugin,
    ],
    cors: corsOf(corsOrigins),
    graphiql: false,
    landingPage: false,
    // The router serves health; Yoga would respond at any URL that ends so.
    healthCheckEndpoint: '\u0000',
    multipart: false,
    batching: false,
    extraParamNames: ['documentId'],
    parserAndValidationCache: false,
    maskedErrors: false,
    logging: false,
    maxRequestBodySize: false,
  });
}

/**
 * By default Yoga echoes any origin, and sends `null` to one that is not listed. Here a listed origin is echoed, and any
 * other gets no CORS header.
 */
function corsOf(listed: readonly string[]): (request: Request) => CORSOptions {
  return ({ headers }) => {
    const origin = headers.get('origin');
    if (origin === null || !listed.includes(origin)) return false;
    return { origin, credentials: false, maxAge: 600, methods: ['GET', 'POST'], exposedHeaders };
  };
}

/** Response headers that a page may read beside the few that CORS always exposes. */
const exposedHeaders = ['X-Request-Id', 'Retry-After', 'Age'];

function bodyPlugin(maxRequestBytes: number): Plugin<object, ServerContext> {
  return {
    onRequestParse({ request, url, setRequestParser }) {
      checkCoding(request.headers.get('content-encoding'));
      if (request.method === 'GET') {
        setRequestParser(() => ({ ...readQueryString(url.searchParams) }));
        return;
      }
      if (request.method !== 'POST') throw notAllowed(request.method);
      checkMediaType(request.headers.get('content-type'));
      setRequestParser(async (body) => ({ ...(await readJsonBody(body, maxRequestBytes)) }));
    },
  };
}

function operationPlugin(run: RunOperation): Plugin<object, ServerContext> {
  return {
    onParams({ setParamsHandler }) {
      setParamsHandler(({ request, params, context }) => {
        const { headers, signal } = request;
        // An operation hears of a client that leaves, but not of one that has left before.
        signal.throwIfAborted();
        const { req, requestId } = context as ServerContext;
        const operation = readOperationRequest(params, {
          authorization: headers.get('authorization'),
          rawHeaders: req?.rawHeaders,
          explain: headers.get('x-upstream-explain'),
          acceptsIncremental: negotiate(headers.get('accept'))?.parts !== undefined,
          requestId: requestId ?? crypto.randomUUID(),
          onLeave: (callback) => onAbort(signal, callback),
        });
        return run(operation);
      });
    },
  };
}

/**
 * For a response in parts, Yoga asks for a kept connection and for chunks. Both are for the server to decide (RFC 9110,
 * 7.6.1): its client may have asked to close, it may be draining, and HTTP/1.0 has no chunks.
 */
const connectionPlugin: Plugin<object, ServerContext> = {
  onResponse({ response: { headers } }) {
    if (headers.get('connection') === 'keep-alive') headers.delete('connection');
    headers.delete('transfer-encoding');
  },
};

const notAllowed = (method: string): GraphQLError =>
  new GraphQLError(`GraphQL is not served by ${method}: send GET or POST.`, {
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 405, headers: { Allow: 'GET, POST' } } },
  });

function onAbort(signal: AbortSignal, callback: () => void): () => void {
  signal.addEventListener('abort', callback, { once: true });
  return () => signal.removeEventListener('abort', callback);
}
