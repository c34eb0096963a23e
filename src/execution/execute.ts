import { asGraphQLError } from './field-error.js';
import { fillData } from './execute-field.js';
import type { IncrementalResult } from './incremental-record.js';
import { Parts } from './incremental-publisher.js';
import { Place } from './result-path.js';
import type { Variables } from './compiled-query.js';
import { type CompiledOperation, type Outcome, Run } from './execution.js';
import { type Bounds, maxErrors, Work } from './work.js';

/**
 * Runs an operation as graphql-js does (GraphQL, "Executing Selection Sets"), with less ado: plain members are read in
 * place, values that are there are not waited for, and those that come later go straight to their places. A large answer
 * is made in slices, between which the event loop does other work.
 */
export function run(
  plan: CompiledOperation,
  context: unknown,
  variables: Variables,
  bounds: Bounds,
): Outcome | Promise<Outcome> {
  const current = new Run(plan, context, variables, new Work(bounds), undefined);
  return begin(current) ? outcomeOf(current) : whenDone(current).then(() => outcomeOf(current));
}

/** The same for an operation with `@defer` or `@stream`: whole where nothing came to be deferred. */
export async function runIncrementally(
  plan: CompiledOperation,
  context: unknown,
  variables: Variables,
  bounds: Bounds,
): Promise<Outcome | AsyncIterableIterator<IncrementalResult>> {
  const work = new Work(bounds);
  const parts = new Parts(work);
  const current = new Run(plan, context, variables, work, parts);
  if (!begin(current)) await whenDone(current);
  const outcome = outcomeOf(current);
  return work.ending !== undefined || parts.isEmpty() ? outcome : parts.follow(outcome);
}

/** Whether everything is there already. */
function begin(current: Run): boolean {
  const { work, plan } = current;
  const top = new Place(undefined, 'data', undefined, current, true);
  work.attempt(() => fillData(current, plan.root, undefined, top));
  return current.pending === 0 || work.ending !== undefined;
}

const whenDone = (current: Run): Promise<void> =>
  new Promise((resolve) => {
    current.finish = resolve;
    current.work.onStop = resolve;
  });

function outcomeOf({ data, errors, work }: Run): Outcome {
  const { ending, nodes, leftOut } = work;
  if (ending !== undefined) return { errors: [asGraphQLError(ending)], data: null };
  if (errors === undefined) return { data, nodes };
  if (leftOut === undefined) return { errors, data, nodes };
  return { errors: [...errors, leftOut.summary(maxErrors)], data, nodes, leftOut };
}
