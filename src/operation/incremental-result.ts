import type { GraphQLError } from 'graphql';
import { extend } from '../base/extend.js';
import type {
  IncrementalEntries,
  IncrementalExecutionResult,
} from '../execution/incremental-message.js';
import { publicError, type ReportUnknown } from '../graphql/error.js';
import type { Session } from '../session/session.js';
import type { InFlightOperation } from './in-flight-operation.js';
import type { OperationObservation } from './observation.js';
import {
  costOf,
  finishResult,
  httpOf,
  type IncrementalMessage,
  markSize,
  type OperationResult,
  type PartsResponse,
} from './result.js';

/**
 * Finishes the messages of incremental delivery: makes their errors public, observes them, and adds
 * the cost of the operation to the last. The operation closes after it, or when the client takes no
 * more of them.
 */
export function finishIncrementally(
  results: AsyncIterable<IncrementalExecutionResult>,
  inFlight: InFlightOperation,
  observation: OperationObservation,
): PartsResponse {
  const { session } = inFlight;
  const end = (): void => {
    inFlight.close();
    observation.finish();
  };
  async function* finishEach(): AsyncGenerator<IncrementalMessage, void, void> {
    try {
      for await (const message of results) {
        const { hasNext } = message;
        const finished = finishMessage(message, observation.report);
        const { incremental = [], completed = [] } = finished;
        for (const part of [finished, ...incremental, ...completed]) observation.add(part);
        const sent = extend(hasNext ? finished : withCost(finished, session), { hasNext });
        markSize(sent, message);
        yield sent;
      }
    } finally {
      end();
    }
  }
  const finished = finishEach();
  const stop = finished.return.bind(finished);
  const messages = Object.assign(finished, {
    return() {
      // A generator that has not started does not reach its `finally`.
      end();
      return stop();
    },
  });
  return { kind: 'parts', messages, http: httpOf(session) };
}

function withCost(
  last: OperationResult & IncrementalEntries,
  session: Session | undefined,
): OperationResult & IncrementalEntries {
  const upstream = session === undefined ? undefined : costOf(session);
  return upstream === undefined ? last : extend(last, { extensions: { upstream } });
}

function finishMessage(
  message: IncrementalExecutionResult,
  report: ReportUnknown,
): OperationResult & IncrementalEntries {
  const { incremental, completed, pending } = message;
  return {
    ...(message.data !== undefined && finishResult(message, undefined, report).result),
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
