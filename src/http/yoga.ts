import { type CORSOptions, createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga';
import { checkParameters, httpError } from '../operation/parameters.js';
import type { RunOperation } from '../operation/run-operation.js';
import { incrementalSpecOf, negotiate, servedTypes } from './negotiation.js';
import type { HttpOptions } from './options.js';
import { checkCoding, checkMediaType, readJsonBody, readQueryString } from './request-body.js';
import { errorResponse } from './response.js';
import { resultPlugin } from './result-processor.js';
import { callerOf, type ServerContext } from './request-handler.js';

/**
 * GraphQL over HTTP by Yoga: it handles CORS, checks the names of parameters, and leads a request from step to step. To
 * negotiate the media type, to read the body within its limit, to run the operation and to print its result is ours, as on
 * the fast path.
 */
export function createGraphQLHttp(options: HttpOptions): YogaServerInstance<ServerContext, object> {
  const { schema, run, settings } = options;
  return createYoga<ServerContext>({
    schema,
    // The router has matched the path already.
    graphqlEndpoint: '/*',
    plugins: [acceptPlugin, bodyPlugin(settings.MAX_REQUEST_BYTES), operationPlugin(run), resultPlugin],
    cors: corsOf(settings.CORS_ORIGINS),
    graphiql: false,
    landingPage: false,
    // The router serves health; Yoga would respond at any URL that ends so.
    healthCheckEndpoint: '\u0000',
    multipart: false,
    batching: false,
    extraParamNames: ['documentId', 'onError'],
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
const exposedHeaders = ['X-Request-Id', 'Retry-After', 'Age', 'Content-Disposition', 'X-Upstream-Requests'];

/** Yoga reads `Accept` after the operation has run: a request whose response could not be sent is refused before. */
const acceptPlugin: Plugin = {
  onRequest(event) {
    if (negotiate(event.request.headers.get('accept')) !== undefined) return;
    const message = `The Accept header admits no media type that is served: ${servedTypes.join(', ')}.`;
    event.endResponse(errorResponse(406, 'GRAPHQL_VALIDATION_FAILED', message));
  },
};

function bodyPlugin(maxRequestBytes: number): Plugin<object, ServerContext> {
  return {
    onRequestParse({ request, url, setRequestParser }) {
      checkCoding(request.headers.get('content-encoding'));
      if (request.method === 'GET') {
        setRequestParser(() => ({ ...readQueryString(url.searchParams) }));
        return;
      }
      if (request.method !== 'POST') {
        const message = `GraphQL is not served by ${request.method}: send GET or POST.`;
        throw httpError(405, message, 'GRAPHQL_VALIDATION_FAILED', { Allow: 'GET, POST' });
      }
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
        const types = negotiate(headers.get('accept'));
        return run({
          ...callerOf(request, context),
          explain: headers.get('x-upstream-explain'),
          incremental: incrementalSpecOf(types),
          ...(types?.file && {
            file: { isFlat: types.file === 'text/csv', acceptsJson: types.whole !== undefined },
          }),
          ...checkParameters(params),
        });
      });
    },
  };
}
