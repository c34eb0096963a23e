import { GraphQLError, type GraphQLSchema } from 'graphql';
import { type CORSOptions, createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { countHeaders, readCredential } from './credential.js';
import type { RunOperation } from './operation.js';
import { checkParameters, httpError, readJsonBody, readQueryString } from './request-body.js';

/** What the runtime may hand over beside the request; node:http gives its own request. */
export interface ServerContext {
  readonly req?: { readonly rawHeaders: readonly string[] };
  /** Id of the request, in the log, in the answer and upstream. */
  readonly requestId?: string;
}

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
    plugins: [bodyPlugin(maxRequestBytes), operationPlugin(options.run)],
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
    return { origin, credentials: false, maxAge: 600, methods: ['GET', 'POST'] };
  };
}

function bodyPlugin(maxRequestBytes: number): Plugin<object, ServerContext> {
  return {
    onRequestParse({ request, url, setRequestParser }) {
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
          acceptsIncremental: acceptsIncremental(request.headers.get('accept')),
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

/** Media types in which an answer can be sent in parts. */
const acceptsIncremental = (accept: string | null): boolean =>
  /multipart\/mixed|text\/event-stream/i.test(accept ?? '');
