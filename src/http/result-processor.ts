import type { Plugin } from 'graphql-yoga';
import { isIncremental, type OperationResponse } from '../operation/incremental.js';
import type { OperationResult } from '../operation/result.js';
import { LiveStream } from '../operation/live/live-stream.js';
import { incrementalFramings, liveFramings, maxStallMs, type PartType } from './framing.js';
import { NodeLiveBody, webBody } from './part-body.js';
import { toFileResponse } from './export.js';
import { type MediaTypes, negotiate } from './negotiation.js';
import { streamSlices } from './print.js';
import type { ServerContext } from './request-handler.js';
import { headOf, type HttpResponse, type HttpSource, toHttpResponse } from './response.js';

/**
 * Makes Yoga print results as the fast path does, a large one in slices. Yoga itself copies each error, and graphql-js
 * then counts the lines of the document for each location of the copy; and it writes each part in nine chunks, which cost
 * more than the part.
 */
export const resultPlugin: Plugin<object, ServerContext> = {
  onResultProcess(event) {
    const { request, serverContext } = event;
    const types = negotiate(request.headers.get('accept'));
    if (types === undefined) return;
    // It comes from `operationPlugin`, or has nothing but errors.
    const result = event.result as OperationResponse;
    event.setResultProcessor((_result, api) => responseOf(result, types, serverContext, api.Response), '*/*');
  },
};

/** @param RuntimeResponse Yoga's class: under node:http it sends a text in one piece, with its length */
function responseOf(
  result: OperationResponse,
  types: MediaTypes,
  context: ServerContext,
  RuntimeResponse: typeof Response,
): Response {
  const { whole, parts = 'text/event-stream', incrementalSpec, file } = types;
  // A subscription whose client accepts no parts was refused.
  if (result instanceof LiveStream) return liveResponseOf(result, parts, context, RuntimeResponse);
  if (isIncremental(result)) return partsResponseOf(result, result, types, RuntimeResponse);
  if (file !== undefined) return wholeResponseOf(toFileResponse(result, file, whole), RuntimeResponse);
  if (whole !== undefined) return wholeResponseOf(toHttpResponse(result, whole), RuntimeResponse);
  const last = incrementalSpec === undefined ? result : { ...result, ...{ hasNext: false } };
  return partsResponseOf(result, once(last), types, RuntimeResponse);
}

function wholeResponseOf(
  { status, contentType, headers, beginning, body }: HttpResponse,
  RuntimeResponse: typeof Response,
): Response {
  const init = { status, headers: { ...headers, 'Content-Type': contentType } };
  if (typeof body !== 'string') return new RuntimeResponse(streamSlices(body), init);
  return new RuntimeResponse(beginning === undefined ? body : beginning.toString() + body, init);
}

/** @param head has the status and headers */
function partsResponseOf(
  head: HttpSource,
  results: AsyncIterator<OperationResult>,
  { parts = 'text/event-stream', incrementalSpec }: MediaTypes,
  RuntimeResponse: typeof Response,
): Response {
  const framing = incrementalFramings[parts];
  const jsonType = parts === 'text/event-stream' ? 'application/json' : 'application/graphql-response+json';
  const { status, headers } = headOf(head, jsonType);
  const type =
    framing.contentType + (incrementalSpec === undefined ? '' : `; incrementalSpec=${incrementalSpec}`);
  const init = { status, headers: { ...framing.headers, 'Content-Type': type, ...headers } };
  return new RuntimeResponse(webBody(results, framing), init);
}

async function* once<T>(value: T): AsyncGenerator<T, void, void> {
  yield await Promise.resolve(value);
}

function liveResponseOf(
  stream: LiveStream,
  type: PartType,
  { req, res }: ServerContext,
  RuntimeResponse: typeof Response,
): Response {
  const framing = liveFramings[type];
  // Yoga's adapter removes the limit of the connection before it sends the body.
  const started = (): void => void res?.setTimeout?.(maxStallMs);
  // Yoga's class takes a stream of Node.js as it is; its type is that of the standard.
  const body =
    req === undefined && res === undefined
      ? webBody(stream, framing)
      : (new NodeLiveBody(stream, framing, started) as unknown as BodyInit);
  return new RuntimeResponse(body, { headers: { ...framing.headers, 'Content-Type': framing.contentType } });
}
