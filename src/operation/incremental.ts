import type { IncrementalExecutionResult } from '../execution/incremental-publisher.js';
import type { IncrementalResult } from '../execution/incremental-record.js';
import { publicError, type ReportUnknown } from '../graphql/error.js';
import type { Session } from '../loaders/session.js';
import { costOf, finish, type OperationResult } from './result.js';

/** One of the answers that an operation with `@defer` or `@stream` is given in. */
export interface PartialResult extends OperationResult {
  readonly hasNext?: boolean;
  readonly incremental?: readonly IncrementalResult[];
}

export const isInParts = (
  answer: OperationResult | AsyncIterable<PartialResult>,
): answer is AsyncIterable<PartialResult> => Symbol.asyncIterator in answer;

/**
 * The parts of an answer, their errors made public; the last one tells the cost of all.
 *
 * @param close called once: after the last part, or when the client takes no more of them
 */
export function finishParts(
  parts: AsyncIterable<IncrementalExecutionResult>,
  session: Session | undefined,
  estimated: number,
  report: ReportUnknown,
  close: () => void,
): AsyncIterableIterator<PartialResult> {
  const made = makeParts(parts, session, estimated, report, close);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => made.next(),
    async return() {
      // A generator that was never asked for a part does not reach its `finally`.
      close();
      await made.return();
      return { done: true, value: undefined };
    },
  };
}

async function* makeParts(
  parts: AsyncIterable<IncrementalExecutionResult>,
  session: Session | undefined,
  estimated: number,
  report: ReportUnknown,
  close: () => void,
): AsyncGenerator<PartialResult, void, void> {
  try {
    for await (const { hasNext, incremental, ...result } of parts) {
      const upstream = session === undefined || hasNext ? undefined : costOf(session, estimated);
      const whole = result.data === undefined ? {} : finish(result, undefined, estimated, report);
      yield {
        ...whole,
        ...(incremental && { incremental: incremental.map((part) => finishPart(part, report)) }),
        ...(upstream && { extensions: { upstream } }),
        ...{ hasNext },
      };
    }
  } finally {
    close();
  }
}

function finishPart(part: IncrementalResult, report: ReportUnknown): IncrementalResult {
  if (part.errors === undefined) return part;
  return { ...part, errors: part.errors.map((error) => publicError(error, report)) };
}
