import { GraphQLError, type GraphQLSchema } from 'graphql';
import { type CORSOptions, createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { acceptPlugin } from './accept-plugin.js';
import { countHeaders, readCredential } from '../operation/credential.js';
import { negotiate } from './negotiation.js';
import type { RunOperation } from '../operation/run-operation.js';
import { printPlugin } from './result-processor.js';
import { checkCoding, readJsonBody, readQueryString } from './request-body.js';
import { checkParameters, httpError } from '../operation/parameters.js';
import type { ServerContext } from './server-context.js';

export interface GraphQLHttpOptions {
  readonly schema: GraphQLSchema;
  readonly run: RunOperation;
  readonly maxRequestBytes: number;
  readonly corsOrigins: readonly string[];
}

/**
 * GraphQL over HTTP by Yoga: methods, media types, content negotiation, event streams and CORS are its part. Reading
 * the body within its limit and running the operation are ours, so that every door runs it the same way.
 */
export function createGraphQLHttp(options: GraphQLHttpOptions): YogaServerInstance<ServerContext, object> {
  const { schema, maxRequestBytes, corsOrigins } = options;
  return createYoga<ServerContext>({
    schema,
    // The router has the address: whatever comes here is for GraphQL.
    graphqlEndpoint: '/*',
    plugins: [
      acceptPlugin,
      bodyPlugin(maxRequestBytes),
      operationPlugin(options.run),
      printPlugin,
      connectionPlugin,
    ],
    cors: corsOf(corsOrigins),
    graphiql: false,
    landingPage: false,
    // Health has exact addresses of its own; Yoga would answer any URL that ends so.
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
 * Yoga echoes any origin by default, and tells unlisted ones `null`; here a listed origin is told itself, and any
 * other nothing at all.
 */
function corsOf(listed: readonly string[]): (request: Request) => CORSOptions {
  return ({ headers }) => {
    const origin = headers.get('origin');
    if (origin === null || !listed.includes(origin)) return false;
    return { origin, credentials: false, maxAge: 600, methods: ['GET', 'POST'], exposedHeaders };
  };
}

/** What a page may read of an answer beside the few headers that any page may. */
const exposedHeaders = ['X-Request-Id', 'Retry-After', 'Age'];

function bodyPlugin(maxRequestBytes: number): Plugin<object, ServerContext> {
  return {
    onRequestParse({ request, url, setRequestParser }) {
      checkCoding(request.headers.get('content-encoding'));
      if (request.method === 'GET') setRequestParser(() => ({ ...readQueryString(url.searchParams) }));
      else if (request.method !== 'POST') throw notAllowed(request.method);
      // A form or plain text needs no preflight: any page could send it.
      else if (isJson(request.headers.get('content-type')))
        setRequestParser(async (body) => ({ ...(await readJsonBody(body, maxRequestBytes)) }));
      else
        throw httpError(415, 'The operation must be sent as application/json.', 'GRAPHQL_VALIDATION_FAILED');
    },
  };
}

function operationPlugin(run: RunOperation): Plugin<object, ServerContext> {
  return {
    onParams({ setParamsHandler }) {
      setParamsHandler(({ request, params, context }) => {
        // An operation learns that its client leaves, and not that it has left.
        request.signal.throwIfAborted();
        const { req, requestId } = context as ServerContext;
        const { query, documentId, variables, operationName, extensions } = checkParameters(params);
        const headerCount = req === undefined ? 1 : countHeaders(req.rawHeaders, 'authorization');
        return run({
          query,
          documentId,
          variables,
          operationName,
          extensions,
          credential: readCredential(request.headers.get('authorization'), headerCount),
          explain: request.headers.get('x-upstream-explain'),
          acceptsIncremental: negotiate(request.headers.get('accept'))?.parts !== undefined,
          requestId: requestId ?? crypto.randomUUID(),
          onLeave: (callback) => onAbort(request.signal, callback),
        });
      });
    },
  };
}

/**
 * Yoga keeps the connection of an answer in parts open, and chunks it for every client. Both are for the server to decide
 * (RFC 9110, 7.6.1): its client may have asked to close it, it may drain, and HTTP/1.0 has no chunks.
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

const isJson = (contentType: string | null): boolean =>
  /^application\/json\s*(?:;|$)/i.test(contentType ?? '');

function onAbort(signal: AbortSignal, callback: () => void): () => void {
  signal.addEventListener('abort', callback, { once: true });
  return () => signal.removeEventListener('abort', callback);
}
