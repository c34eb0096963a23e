import type { IncrementalExecutionResult } from '../execution/incremental-publisher.js';
import type { IncrementalResult } from '../execution/incremental-record.js';
import { publicError, type ReportUnknown } from '../graphql/error.js';
import type { Session } from '../loaders/session.js';
import { costOf, finishResult, httpOf, type OperationResult, type ResultExtensions } from './result.js';

/** A message of incremental delivery. */
export interface IncrementalOperationResult extends OperationResult {
  /** Undefined for the events of a subscription. */
  readonly hasNext?: boolean;
  readonly incremental?: readonly IncrementalResult[];
}

/** The messages, and what the response says of HTTP before the first. */
export interface IncrementalResponse extends AsyncIterableIterator<IncrementalOperationResult> {
  readonly extensions: Pick<ResultExtensions, 'http'> | undefined;
}

export type OperationResponse = OperationResult | IncrementalResponse;

export const isIncremental = <T>(response: object | AsyncIterable<T>): response is AsyncIterable<T> =>
  Symbol.asyncIterator in response;

/**
 * Finishes the messages of incremental delivery: makes their errors public, and adds the cost of the operation to the last.
 *
 * @param close called after the last message, or when the client takes no more of them
 */
export function finishIncrementally(
  results: AsyncIterable<IncrementalExecutionResult>,
  session: Session | undefined,
  estimated: number,
  report: ReportUnknown,
  close: () => void,
): IncrementalResponse {
  async function* finishEach(): AsyncGenerator<IncrementalOperationResult, void, void> {
    try {
      for await (const { hasNext, incremental, ...initial } of results) {
        const upstream = session === undefined || hasNext ? undefined : costOf(session, estimated);
        const result = initial.data === undefined ? {} : finishResult(initial, undefined, estimated, report);
        yield {
          ...result,
          ...(incremental && { incremental: incremental.map((each) => withPublicErrors(each, report)) }),
          ...(upstream && { extensions: { upstream } }),
          ...{ hasNext },
        };
      }
    } finally {
      close();
    }
  }
  const finished = finishEach();
  const http = httpOf(session);
  return {
    extensions: http && { http },
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => finished.next(),
    async return() {
      // A generator that has not started does not reach its `finally`.
      close();
      await finished.return();
      return { done: true, value: undefined };
    },
  };
}

function withPublicErrors(result: IncrementalResult, report: ReportUnknown): IncrementalResult {
  if (result.errors === undefined) return result;
  return { ...result, errors: result.errors.map((error) => publicError(error, report)) };
}
