import type { GraphQLError } from 'graphql';
import { type CORSOptions, createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga';
import { checkParameters, httpError } from '../document/parameters.js';
import { type OperationResponse, refusedWith } from '../operation/result.js';
import { runOperation } from '../operation/run-operation.js';
import type { Runtime } from '../operation/runtime.js';
import { contentOf, type Printer } from './content.js';
import { incrementalSpecOf, negotiate, servedTypes } from './negotiation.js';
import {
  checkCoding,
  checkMediaType,
  parseBody,
  readBodyText,
  readQueryString,
} from './request-body.js';
import { callerOf, type Handler, type OwnerOf, type ServerContext } from './request-handler.js';
import { errorResponse } from './response.js';
import { respond } from './writer.js';

/**
 * Yoga handles CORS, checks the names of parameters, and leads a request from step to step. The
 * steps are ours.
 */
export function createGraphQLHttp(runtime: Runtime, printers: readonly Printer[]): Handler {
  const yoga = createYoga<ServerContext>({
    schema: runtime.parts.schema,
    // The router has matched the path already.
    graphqlEndpoint: '/*',
    plugins: [stepsOf(runtime, printers)],
    cors: corsOf(runtime.settings.CORS_ORIGINS),
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
  return async (request, context) => yoga.fetch(request, context);
}

/** By default Yoga echoes any origin, and sends `null` to one that is not listed. */
function corsOf(listed: readonly string[]): (request: Request) => CORSOptions {
  return ({ headers }) => {
    const origin = headers.get('origin');
    if (origin === null || !listed.includes(origin)) return false;
    return { origin, credentials: false, maxAge: 600, methods: ['GET', 'POST'], exposedHeaders };
  };
}

/** Response headers that a page may read beside the few that CORS always exposes. */
const exposedHeaders = [
  'X-Request-Id',
  'Retry-After',
  'Age',
  'Content-Disposition',
  'X-Upstream-Requests',
];

function stepsOf(runtime: Runtime, printers: readonly Printer[]): Plugin<object, ServerContext> {
  const { MAX_REQUEST_BYTES: maxBytes } = runtime.settings;
  return {
    /**
     * Yoga reads `Accept` after the operation has run: a request whose response could not be sent
     * is refused before.
     */
    onRequest(event) {
      if (negotiate(event.request.headers.get('accept')) === undefined) {
        event.endResponse(notAcceptable());
      }
    },
    onRequestParse(event) {
      event.setRequestParser(parserOf(event.request, event.url, maxBytes));
    },
    onParams({ setParamsHandler }) {
      setParamsHandler(async ({ request, params, context }) => {
        // An operation hears of a client that leaves, but not of one that has left before.
        request.signal.throwIfAborted();
        const operation = { ...operationOf(request, context), ...checkParameters(params) };
        return { extensions: { response: await runOperation(runtime, operation) } };
      });
    },
    /**
     * Yoga copies each error, for which graphql-js counts lines again, and writes each part in nine
     * costly chunks.
     */
    onResultProcess(event) {
      const types = negotiate(event.request.headers.get('accept'));
      if (types === undefined) return;
      const response = responseOf(event.result);
      const owner = ownerOf(runtime, event.request, event.serverContext);
      const print = () => respond(...contentOf(response, types, printers), owner);
      event.setResultProcessor(print, '*/*');
    },
  };
}

/** Whose memory the response to a request takes. */
function ownerOf(runtime: Runtime, request: Request, context: ServerContext): OwnerOf {
  const { credential } = callerOf(request, context);
  return () => runtime.ownerOf(credential);
}

/** What `onParams` has handed through Yoga, or what Yoga has refused. */
function responseOf(result: unknown): OperationResponse {
  // Yoga has no results but these two.
  const { errors = [], extensions } = result as HandedThrough;
  return extensions?.response ?? refusedWith(errors);
}

interface HandedThrough {
  readonly errors?: readonly GraphQLError[];
  readonly extensions?: { readonly response: OperationResponse };
}

function notAcceptable(): Response {
  const message = `The Accept header admits no media type that is served: ${servedTypes.join(', ')}.`;
  return errorResponse(406, message, 'GRAPHQL_VALIDATION_FAILED');
}

/** @throws GraphQLError for a request that has no parameters to be read */
function parserOf({ method, headers }: Request, { searchParams }: URL, maxBytes: number) {
  checkCoding(headers.get('content-encoding'));
  // A parameter that is undefined is absent for Yoga too.
  if (method === 'GET') return () => ({ ...readQueryString(searchParams) }) as GraphQLParams;
  if (method !== 'POST') {
    const message = `GraphQL is not served by ${method}: send GET or POST.`;
    throw httpError(405, message, 'GRAPHQL_VALIDATION_FAILED', { Allow: 'GET, POST' });
  }
  checkMediaType(headers.get('content-type'));
  return async (body: Request) =>
    ({ ...checkParameters(parseBody(await readBodyText(body, maxBytes))) }) as GraphQLParams;
}

function operationOf(request: Request, context: ServerContext) {
  const types = negotiate(request.headers.get('accept'));
  return {
    ...callerOf(request, context),
    explain: request.headers.get('x-upstream-explain'),
    incremental: incrementalSpecOf(types),
    ...(types?.file && {
      file: { isFlat: types.file === 'text/csv', acceptsJson: types.whole !== undefined },
    }),
  };
}
