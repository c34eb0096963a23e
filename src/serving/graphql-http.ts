import { GraphQLError, type GraphQLSchema } from 'graphql';
import { type CORSOptions, createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { countHeaders, readCredential } from './credential.js';
import { negotiate, servedTypes } from './negotiation.js';
import type { RunOperation } from './operation.js';
import { checkCoding, checkParameters, httpError, readJsonBody, readQueryString } from './request-body.js';
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
    plugins: [acceptPlugin(), bodyPlugin(maxRequestBytes), operationPlugin(options.run)],
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

/**
 * Yoga reads `Accept` after the operation has run, and knows no weights. It gets the header as `negotiate` reads it, and
 * a request whose answer could not be sent does not reach it.
 */
function acceptPlugin(): Plugin<object, ServerContext> {
  return {
    onRequest(event) {
      const accept = event.request.headers.get('accept');
      const types = negotiate(accept);
      if (types === undefined) {
        event.endResponse(notAcceptable());
        return;
      }
      const chosen = [types.whole, types.parts].filter((type) => type !== undefined).join(', ');
      if (chosen !== accept) event.setRequest(withAccept(event.request, chosen));
    },
  };
}

/** A runtime's own request may be immutable, and a copy of it would read the body through one more stream. */
function withAccept(request: Request, accept: string): Request {
  const headers = new Headers(request.headers);
  headers.set('accept', accept);
  return new Proxy(request, {
    get(target, name) {
      if (name === 'headers') return headers;
      // Getters and methods of a Request work on no other object.
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

function notAcceptable(): Response {
  const message = `The Accept header admits no media type that is served: ${servedTypes.join(', ')}.`;
  const error = { message, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } };
  return Response.json({ errors: [error] }, { status: 406 });
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
