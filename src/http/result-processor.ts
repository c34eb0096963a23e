import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type IncrementalResponse, isIncremental, type OperationResponse } from '../operation/incremental.js';
import type { OperationResult } from '../operation/result.js';
import { LiveStream } from '../operation/live/live-stream.js';
import { NodeLiveBody, webLiveBody } from './live-body.js';
import { liveFramings, liveHeaders, type LiveType, maxStallMs } from './live-response.js';
import { toFileResponse } from './export.js';
import { type MediaTypes, negotiate } from './negotiation.js';
import { streamSlices } from './print.js';
import type { ServerContext } from './request-handler.js';
import { contentTypes, type HttpResponse, printResponse, toHttpResponse } from './response.js';

type ResultEvent = Parameters<NonNullable<Plugin['onResultProcess']>>[0];
type ResultProcessorInput = ResultEvent['result'];

/**
 * Makes Yoga print results as the fast path does, a large one in slices. Yoga itself copies each error, and graphql-js
 * then counts the lines of the document for each location of the copy.
 */
export const resultPlugin: Plugin<object, ServerContext> = {
  onResultProcess(event) {
    const result = asOwnResult(event.result);
    const types = negotiate(event.request.headers.get('accept'));
    const type = types?.whole;
    if (result === undefined) return;
    if (result instanceof LiveStream) {
      // A subscription whose client accepts no parts was refused.
      const parts = types?.parts ?? 'text/event-stream';
      const { serverContext } = event;
      event.setResultProcessor(
        (_result, api) => liveResponseOf(result, parts, serverContext, api.Response),
        parts,
      );
    } else if (isIncremental(result) && types?.parts === 'multipart/mixed') {
      event.setResultProcessor((_result, api) => multipartOf(result, types, api.Response), types.parts);
    } else if (isIncremental(result)) {
      event.setResult(withPrintedErrors(result));
      if (types?.incrementalSpec) nameFormat(event, types);
    } else if (types?.file !== undefined) {
      const { contentType, ...response } = toFileResponse(result, types.file, type);
      event.setResultProcessor((_result, api) => responseOf(response, contentType, api.Response), types.file);
    } else if (type === undefined) {
      // A single part is the last.
      event.setResult(asPrinted(types?.incrementalSpec ? { ...result, ...{ hasNext: false } } : result));
      if (types?.incrementalSpec) nameFormat(event, types);
    } else
      event.setResultProcessor(
        (_result, api) => responseOf(toHttpResponse(result, type), contentTypes[type], api.Response),
        type,
      );
  },
};

const multipartType = 'multipart/mixed; boundary="-"';

const typeOf = (type: string, { incrementalSpec }: MediaTypes): string =>
  incrementalSpec === undefined ? type : `${type}; incrementalSpec=${incrementalSpec}`;

/** As Yoga does it, but with one chunk for each part instead of nine: they cost more than the part. */
function multipartOf(
  parts: IncrementalResponse,
  types: MediaTypes,
  RuntimeResponse: typeof Response,
): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode('\r\n---'));
    },
    async pull(controller) {
      const next = await parts.next();
      if (next.done === true) {
        controller.enqueue(encoder.encode('--\r\n'));
        controller.close();
        return;
      }
      const part = next.value;
      const text = part.errors === undefined ? JSON.stringify(part) : printResponse(part);
      const head = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}`;
      controller.enqueue(encoder.encode(`\r\n${head}\r\n\r\n${text}\r\n---`));
    },
    async cancel() {
      await parts.return?.();
    },
  });
  const headers = {
    Connection: 'keep-alive',
    'Content-Type': typeOf(multipartType, types),
    'Transfer-Encoding': 'chunked',
    ...parts.extensions?.http?.headers,
  };
  return new RuntimeResponse(body, { headers });
}

/** Yoga frames the parts, and knows no format of them. */
function nameFormat(event: ResultEvent, types: MediaTypes): void {
  const { resultProcessor: frame } = event;
  const { parts } = types;
  if (frame === undefined || parts === undefined) return;
  event.setResultProcessor(async (result, api, acceptedType) => {
    const response = await frame(result, api, acceptedType);
    const type = parts === 'multipart/mixed' ? multipartType : parts;
    response.headers.set('Content-Type', typeOf(type, types));
    return response;
  }, parts);
}

/** The operation's result; undefined for a failure inside Yoga, which Yoga reports itself. */
function asOwnResult(value: ResultProcessorInput): OperationResponse | undefined {
  // Everything but Yoga's own errors comes from `operationPlugin`, which returns nothing else.
  const result = value as OperationResponse;
  const isOwn = isIncremental(result) || result.errors?.some(isUnexpected) !== true;
  return isOwn ? result : undefined;
}

const isUnexpected = ({ extensions }: GraphQLError): boolean => extensions['unexpected'] !== undefined;

/** @param RuntimeResponse Yoga's class: under node:http it sends a text in one piece, with its length */
function responseOf(
  { status, headers, beginning, body }: HttpResponse,
  contentType: string,
  RuntimeResponse: typeof Response,
): Response {
  const init = { status, headers: { ...headers, 'Content-Type': contentType } };
  if (typeof body !== 'string') return new RuntimeResponse(streamSlices(body), init);
  return new RuntimeResponse(beginning === undefined ? body : beginning.toString() + body, init);
}

function liveResponseOf(
  stream: LiveStream,
  type: LiveType,
  { req, res }: ServerContext,
  RuntimeResponse: typeof Response,
): Response {
  const framing = liveFramings[type];
  // Yoga's adapter removes the limit of the connection before it sends the body.
  const started = (): void => void res?.setTimeout?.(maxStallMs);
  // Yoga's class takes a stream of Node.js as it is; its type is that of the standard.
  const body =
    req === undefined && res === undefined
      ? webLiveBody(stream, framing)
      : (new NodeLiveBody(stream, framing, started) as unknown as BodyInit);
  return new RuntimeResponse(body, { headers: liveHeaders(type) });
}

/** Already printed; Yoga derives the status and headers from the bare errors. */
function asPrinted(result: OperationResult): ResultProcessorInput {
  const { errors, data, extensions } = result;
  const bare = errors?.map(
    ({ message, extensions: { http } }) =>
      new GraphQLError(message, { extensions: http === undefined ? {} : { http } }),
  );
  const printed = {
    ...(bare && { errors: bare }),
    ...(data !== undefined && { data }),
    ...(extensions && { extensions }),
    stringify: () => printResponse(result),
  };
  return printed as ResultProcessorInput;
}

type PrintedResponse = AsyncIterable<never> & Pick<IncrementalResponse, 'extensions'>;

/** Not a generator: `return` must reach the parts even if the client has not taken any. */
function withPrintedErrors(parts: IncrementalResponse): PrintedResponse {
  const iterator = parts[Symbol.asyncIterator]();
  return {
    // Yoga takes headers from it.
    extensions: parts.extensions,
    [Symbol.asyncIterator]: () => ({
      async next() {
        const next = await iterator.next();
        if (next.done === true) return { done: true, value: undefined };
        const { value } = next;
        // Yoga declares the parts of graphql-js, but prints whatever it gets.
        return { done: false, value: (value.errors === undefined ? value : asPrinted(value)) as never };
      },
      async return() {
        await iterator.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}
