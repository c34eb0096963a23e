import { type CORSOptions, createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga';
import { extend } from '../base/extend.js';
import { checkParameters, httpError } from '../document/parameters.js';
import { incrementalSpecOf, type MediaTypes, negotiate, servedTypes } from './negotiation.js';
import { callerOf, type Handler, type HttpOptions, type ServerContext } from './request-handler.js';
import {
  checkCoding,
  checkMediaType,
  parseBody,
  readBodyText,
  readQueryString,
} from './request-body.js';
import {
  errorResponse,
  headOf,
  type HttpResponse,
  type ResultHead,
  toHttpResponse,
} from './response.js';
import {
  isIncremental,
  type OperationResponse,
  type OperationResult,
} from '../operation/result.js';
import { runOperation } from '../operation/run-operation.js';
import { LiveStream } from '../extra/live/live-stream.js';
import {
  incrementalFramings,
  liveFramings,
  PartBody,
  type PartType,
  streamHeaders,
} from './part-body.js';
import { toFileResponse } from '../extra/export/export.js';
import { type Body, textBody } from './body.js';
import { respond } from './writer.js';

/**
 * Yoga handles CORS, checks the names of parameters, and leads a request from step to step. The
 * steps are ours.
 */
export function createGraphQLHttp(options: HttpOptions): Handler {
  const yoga = createYoga<ServerContext>({
    schema: options.runtime.parts.schema,
    // The router has matched the path already.
    graphqlEndpoint: '/*',
    plugins: [stepsOf(options)],
    cors: corsOf(options.runtime.settings.CORS_ORIGINS),
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

function stepsOf({ runtime }: HttpOptions): Plugin<object, ServerContext> {
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
      setParamsHandler(({ request, params, context }) => {
        // An operation hears of a client that leaves, but not of one that has left before.
        request.signal.throwIfAborted();
        return runOperation(runtime, {
          ...operationOf(request, context),
          ...checkParameters(params),
        });
      });
    },
    /**
     * Yoga copies each error, for which graphql-js counts lines again, and writes each part in nine
     * costly chunks.
     */
    onResultProcess(event) {
      const types = negotiate(event.request.headers.get('accept'));
      if (types === undefined) return;
      // It comes from `onParams`, or has nothing but errors.
      const result = event.result as OperationResponse;
      const { credential } = callerOf(event.request, event.serverContext);
      const ownerOf = () => runtime.ownerOf(credential);
      event.setResultProcessor(() => respond(...contentOf(result, types), ownerOf), '*/*');
    },
  };
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

type Content = [body: Body, init: ResponseInit];

function contentOf(result: OperationResponse, types: MediaTypes): Content {
  const { whole, parts = 'text/event-stream', incrementalSpec, file } = types;
  // A subscription whose client accepts no parts was refused.
  if (result instanceof LiveStream) return liveContent(result, parts);
  if (isIncremental(result)) return partsContent(result, result, types);
  if (file !== undefined) return wholeContent(toFileResponse(result, file, whole));
  if (whole !== undefined) return wholeContent(toHttpResponse(result, whole));
  const last = incrementalSpec === undefined ? result : extend(result, { hasNext: false });
  return partsContent(result, [last].values(), types);
}

function wholeContent({ status, headers, beginning, body }: HttpResponse): Content {
  return [typeof body === 'string' ? textBody(body, beginning) : body, { status, headers }];
}

function partsContent(
  head: ResultHead,
  results: Iterator<OperationResult> | AsyncIterator<OperationResult>,
  types: MediaTypes,
): Content {
  const { parts = 'text/event-stream' } = types;
  const framing = incrementalFramings[parts];
  const jsonType =
    parts === 'text/event-stream' ? 'application/json' : 'application/graphql-response+json';
  const { status, headers } = headOf(head, jsonType);
  const type = framing.contentType + formatParameter(types);
  const init = { status, headers: { ...headers, ...streamHeaders, 'Content-Type': type } };
  return [new PartBody(results, framing), init];
}

/** Names the format of the parts as the client did. */
function formatParameter({ incrementalSpec, deferSpec }: MediaTypes): string {
  if (incrementalSpec !== undefined) return `; incrementalSpec=${incrementalSpec}`;
  return deferSpec === undefined ? '' : `; deferSpec=${deferSpec}`;
}

function liveContent(stream: LiveStream, type: PartType): Content {
  const framing = liveFramings[type];
  const init = { headers: { ...streamHeaders, 'Content-Type': framing.contentType } };
  return [new PartBody(stream, framing), init];
}
