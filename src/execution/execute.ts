import type { CompiledOperation } from './compiled-query.js';
import { executeSelection } from './execute-field.js';
import { Execution, type MeasuredResult } from './execution.js';
import { type IncrementalExecutionResult, IncrementalPublisher } from './incremental-publisher.js';
import { DataPath } from './result-path.js';
import type { Variables } from './variable.js';
import { type Bounds, maxErrors, Work } from './work.js';

/**
 * Executes an operation as graphql-js does (GraphQL, "Executing Selection Sets"), but reads plain members in place, waits
 * for promises alone, and makes a large result in slices, between which the event loop does other work.
 */
export function execute(
  operation: CompiledOperation,
  context: unknown,
  variables: Variables,
  bounds: Bounds,
): MeasuredResult | Promise<MeasuredResult> {
  const execution = new Execution(operation, context, variables, new Work(bounds), undefined);
  return start(execution) ? resultOf(execution) : completion(execution).then(() => resultOf(execution));
}

/** The same with incremental delivery; whole where nothing is deferred or streamed. */
export async function executeIncrementally(
  operation: CompiledOperation,
  context: unknown,
  variables: Variables,
  bounds: Bounds,
): Promise<MeasuredResult | AsyncIterableIterator<IncrementalExecutionResult>> {
  const work = new Work(bounds);
  const publisher = new IncrementalPublisher(work);
  const execution = new Execution(operation, context, variables, work, publisher);
  if (!start(execution)) await completion(execution);
  const result = resultOf(execution);
  return work.endError !== undefined || publisher.isEmpty() ? result : publisher.publish(result);
}

/** Whether the result is complete at once. */
function start(execution: Execution): boolean {
  const { work, operation } = execution;
  work.attempt(() => executeSelection(execution, operation.root, undefined, new DataPath(execution)));
  return execution.pending === 0 || work.endError !== undefined;
}

const completion = (execution: Execution): Promise<void> =>
  new Promise((resolve) => {
    execution.onComplete = resolve;
    execution.work.onEnd = resolve;
  });

function resultOf({ data, errors, work }: Execution): MeasuredResult {
  const { endError, nodes, omittedErrors } = work;
  if (endError !== undefined) return { errors: [endError], data: null };
  if (errors === undefined) return { data, nodes };
  if (omittedErrors === undefined) return { errors, data, nodes };
  return { errors: [...errors, omittedErrors.summary(maxErrors)], data, nodes, omittedErrors };
}
