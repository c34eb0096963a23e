import { setImmediate as nextTurn } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { OperationResult } from '../operation/result.js';
import { isInParts, type PartialResult } from '../operation/incremental.js';
import { negotiate } from './negotiation.js';
import { type ResponseType, printResponse, toHttpResponse } from './response.js';

type ResultProcessorInput = Parameters<NonNullable<Plugin['onResultProcess']>>[0]['result'];

/**
 * Has Yoga print answers as the fast door does (`wire-answer.ts`), a large one in slices. Yoga's own way makes each error
 * anew, and graphql-js then counts the lines of the document for each place that an error names.
 */
export const printPlugin: Plugin = {
  onResultProcess(event) {
    const answer = asAnswer(event.result);
    const whole = negotiate(event.request.headers.get('accept'))?.whole;
    if (answer === undefined) return;
    if (isInParts(answer)) event.setResult(withPrintedErrors(answer));
    else if (whole === undefined) event.setResult(asPrinted(answer));
    else event.setResultProcessor((_result, { Response }) => responseOf(answer, whole, Response), whole);
  },
};

/** What the operation gave; undefined for a failure of Yoga's own, which it knows best. */
function asAnswer(result: ResultProcessorInput): OperationResult | AsyncIterable<PartialResult> | undefined {
  // Everything but Yoga's own errors comes from `graphql-http.ts`, which gives nothing else.
  const answer = result as OperationResult | AsyncIterable<PartialResult>;
  const isOurs = isInParts(answer) || answer.errors?.some(isUnexpected) !== true;
  return isOurs ? answer : undefined;
}

const isUnexpected = ({ extensions }: GraphQLError): boolean => extensions['unexpected'] !== undefined;

/** The runtime's own class, as Yoga is given it: under node:http it tells the length of a text, and sends it in one piece. */
function responseOf(answer: OperationResult, type: ResponseType, RuntimeResponse: typeof Response): Response {
  const { status, headers, beginning, body } = toHttpResponse(answer, type);
  const init = { status, headers: { ...headers, 'Content-Type': `${type}; charset=utf-8` } };
  if (typeof body !== 'string') return new RuntimeResponse(streamOf(body), init);
  return new RuntimeResponse(beginning === undefined ? body : beginning.toString() + body, init);
}

/** Each slice is printed in a turn of its own, when the client has read those before. */
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

/** An answer that is the only part: printed beforehand, beside what its status and headers are made of. */
function asPrinted(answer: OperationResult): ResultProcessorInput {
  const { errors, data, extensions } = answer;
  const bare = errors?.map(
    ({ message, extensions: { http } }) =>
      new GraphQLError(message, { extensions: http === undefined ? {} : { http } }),
  );
  const printed = {
    ...(bare && { errors: bare }),
    ...(data !== undefined && { data }),
    ...(extensions && { extensions }),
    stringify: () => printResponse(answer),
  };
  return printed as ResultProcessorInput;
}

/** A generator in between would not pass on that the client takes no part at all. */
function withPrintedErrors(parts: AsyncIterable<PartialResult>): AsyncIterable<never> {
  const iterator = parts[Symbol.asyncIterator]();
  const printed = (part: PartialResult): unknown => (part.errors === undefined ? part : asPrinted(part));
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const next = await iterator.next();
        if (next.done === true) return { done: true, value: undefined };
        // Yoga declares what graphql-js would give; it prints whatever it gets.
        return { done: false, value: printed(next.value) as never };
      },
      async return() {
        await iterator.return?.();
        return { done: true, value: undefined };
      },
    }),
  };
}
