import type { GraphQLError } from 'graphql';
import type { IncrementalEntries, IncrementalExecutionResult } from '../execution/incremental-message.js';
import { publicError, type ReportUnknown } from '../graphql/error.js';
import type { Session } from '../loaders/session.js';
import { costOf, finishResult, httpOf, type OperationResult, type ResultExtensions } from './result.js';

/** A message of incremental delivery. */
export interface IncrementalOperationResult extends OperationResult, IncrementalEntries {
  /** Undefined for the events of a subscription. */
  readonly hasNext?: boolean;
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
      for await (const message of results) {
        const { hasNext } = message;
        const upstream = session === undefined || hasNext ? undefined : costOf(session, estimated);
        const extensions = upstream && { extensions: { upstream } };
        const result = message.data === undefined ? {} : finishResult(message, undefined, estimated, report);
        yield { ...result, ...publicEntries(message, report), ...extensions, ...{ hasNext } };
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

function publicEntries(
  { incremental, completed, pending }: IncrementalEntries,
  report: ReportUnknown,
): IncrementalEntries {
  return {
    ...(incremental && { incremental: incremental.map((each) => withPublicErrors(each, report)) }),
    ...(completed && { completed: completed.map((each) => withPublicErrors(each, report)) }),
    ...(pending && { pending }),
  };
}

function withPublicErrors<T extends { readonly errors?: readonly GraphQLError[] }>(
  entry: T,
  report: ReportUnknown,
): T {
  if (entry.errors === undefined) return entry;
  return { ...entry, errors: entry.errors.map((error) => publicError(error, report)) };
}
