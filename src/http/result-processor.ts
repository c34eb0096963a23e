import { setImmediate as nextTurn } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import {
  type IncrementalOperationResult,
  type IncrementalResponse,
  isIncremental,
  type OperationResponse,
} from '../operation/incremental.js';
import type { OperationResult } from '../operation/result.js';
import { LiveStream } from '../operation/live/live-stream.js';
import { NodeLiveBody, webLiveBody } from './live-body.js';
import { liveFramings, liveHeaders, type LiveType, maxStallMs } from './live-response.js';
import { negotiate } from './negotiation.js';
import type { ServerContext } from './request-handler.js';
import { contentTypes, type ResponseType, printResponse, toHttpResponse } from './response.js';

type ResultProcessorInput = Parameters<NonNullable<Plugin['onResultProcess']>>[0]['result'];

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
    } else if (isIncremental(result)) event.setResult(withEach(result, withPrintedErrors));
    else if (type === undefined) event.setResult(asPrinted(result));
    else event.setResultProcessor((_result, { Response }) => responseOf(result, type, Response), type);
  },
};

/** The operation's result; undefined for a failure inside Yoga, which Yoga reports itself. */
function asOwnResult(value: ResultProcessorInput): OperationResponse | undefined {
  // Everything but Yoga's own errors comes from `operationPlugin`, which returns nothing else.
  const result = value as OperationResponse;
  const isOwn = isIncremental(result) || result.errors?.some(isUnexpected) !== true;
  return isOwn ? result : undefined;
}

const isUnexpected = ({ extensions }: GraphQLError): boolean => extensions['unexpected'] !== undefined;

/** @param RuntimeResponse Yoga's class: under node:http it sends a text in one piece, with its length */
function responseOf(result: OperationResult, type: ResponseType, RuntimeResponse: typeof Response): Response {
  const { status, headers, beginning, body } = toHttpResponse(result, type);
  const init = { status, headers: { ...headers, 'Content-Type': contentTypes[type] } };
  if (typeof body !== 'string') return new RuntimeResponse(streamOf(body), init);
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

/** Prints each slice in a turn of its own, when the client has read the ones before. */
function streamOf(slices: Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = slices[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
      const next = iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
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

const withPrintedErrors = (part: IncrementalOperationResult): unknown =>
  part.errors === undefined ? part : asPrinted(part);

/** Not a generator: `return` must reach the parts even if the client has not taken any. */
function withEach<T>(
  parts: AsyncIterable<T> & Pick<IncrementalResponse, 'extensions'>,
  print: (part: T) => unknown,
): PrintedResponse {
  const iterator = parts[Symbol.asyncIterator]();
  return {
    // Yoga takes headers from it.
    extensions: parts.extensions,
    [Symbol.asyncIterator]: () => ({
      async next() {
        const next = await iterator.next();
        if (next.done === true) return { done: true, value: undefined };
        // Yoga declares the parts of graphql-js, but prints whatever it gets.
        return { done: false, value: print(next.value) as never };
      },
      async return() {
        await iterator.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}
