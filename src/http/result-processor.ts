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
    // Yoga's class: under node:http it sends a text in one piece, with its length.
    event.setResultProcessor(
      (_result, api) => new api.Response(...contentOf(result, types, serverContext)),
      '*/*',
    );
  },
};

/** What a response is made of. */
type Content = [body: BodyInit, init: ResponseInit];

function contentOf(result: OperationResponse, types: MediaTypes, context: ServerContext): Content {
  const { whole, parts = 'text/event-stream', incrementalSpec, file } = types;
  // A subscription whose client accepts no parts was refused.
  if (result instanceof LiveStream) return liveContent(result, parts, context);
  if (isIncremental(result)) return partsContent(result, result, types);
  if (file !== undefined) return wholeContent(toFileResponse(result, file, whole));
  if (whole !== undefined) return wholeContent(toHttpResponse(result, whole));
  const last = incrementalSpec === undefined ? result : { ...result, ...{ hasNext: false } };
  return partsContent(result, once(last), types);
}

function wholeContent({ status, contentType, headers, beginning, body }: HttpResponse): Content {
  const init = { status, headers: { ...headers, 'Content-Type': contentType } };
  if (typeof body !== 'string') return [streamSlices(body), init];
  return [beginning === undefined ? body : beginning.toString() + body, init];
}

/** @param head has the status and headers */
function partsContent(
  head: HttpSource,
  results: AsyncIterator<OperationResult>,
  { parts = 'text/event-stream', incrementalSpec }: MediaTypes,
): Content {
  const framing = incrementalFramings[parts];
  const jsonType = parts === 'text/event-stream' ? 'application/json' : 'application/graphql-response+json';
  const { status, headers } = headOf(head, jsonType);
  const type =
    framing.contentType + (incrementalSpec === undefined ? '' : `; incrementalSpec=${incrementalSpec}`);
  const init = { status, headers: { ...framing.headers, 'Content-Type': type, ...headers } };
  return [webBody(results, framing), init];
}

async function* once<T>(value: T): AsyncGenerator<T, void, void> {
  yield await Promise.resolve(value);
}

function liveContent(stream: LiveStream, type: PartType, { req, res }: ServerContext): Content {
  const framing = liveFramings[type];
  // Yoga's adapter removes the limit of the connection before it sends the body.
  const started = (): void => void res?.setTimeout?.(maxStallMs);
  // Yoga's class takes a stream of Node.js as it is; its type is that of the standard.
  const body =
    req === undefined && res === undefined
      ? webBody(stream, framing)
      : (new NodeLiveBody(stream, framing, started) as unknown as BodyInit);
  return [body, { headers: { ...framing.headers, 'Content-Type': framing.contentType } }];
}
