import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Settings } from '../config.js';
import type { CheckedOperation } from '../document/checked-operation.js';
import type { DocumentResult } from '../document/document.js';
import { badRequest, isExactInJson, withDeclaredVariables } from '../document/parameters.js';
import type { ErrorBehavior } from '../execution/work.js';
import { estimate } from '../graphql/cost/estimate.js';
import { summaryOf } from '../graphql/cost/selected-field.js';
import { checkLists } from '../graphql/list-argument.js';
import { quote } from '../partner/quote.js';
import type { CoalescingKey } from './coalescing.js';
import type { Run } from './execute.js';
import { budgetRefusal, explainPlan, readExplain } from './explain.js';
import type { InFlightOperation } from './in-flight-operation.js';
import { finishIncrementally } from './incremental-result.js';
import type { OperationObservation } from './observation.js';
import { boundedMaxAge, type OperationRequest, usableCredential } from './operation-request.js';
import { finishResult, markShared, type OperationResponse, refusedWith } from './result.js';
import type { Runtime } from './runtime.js';

/**
 * The one way to run an operation: document, checks, session, estimate, admission, execution,
 * result.
 */
export const runOperation = (
  runtime: Runtime,
  request: OperationRequest,
): Promise<OperationResponse> =>
  runtime.observe(request, (observation) => {
    const document = runtime.documents.find(request);
    if (!(document instanceof Promise)) return runDocument(runtime, document, request, observation);
    const found = observation.whileClientWaits(document);
    return found.then((each) => runDocument(runtime, each, request, observation));
  });

const runDocument = (
  runtime: Runtime,
  document: DocumentResult,
  request: OperationRequest,
  observation: OperationObservation,
): OperationResponse | Promise<OperationResponse> =>
  'errors' in document
    ? refusedWith(document.errors)
    : runPicked(runtime, document.operations.pick(request.operationName), request, observation);

function runPicked(
  runtime: Runtime,
  picked: CheckedOperation,
  received: OperationRequest,
  observation: OperationObservation,
): OperationResponse | Promise<OperationResponse> {
  const { live, definition } = picked;
  const request = withDeclaredVariables(received, definition);
  observation.identify(picked.name, definition.operation);
  const errorBehavior = readErrorBehavior(request, runtime.settings);
  const operation = live?.query ?? picked;
  const kind = operation.definition.operation;
  if (kind !== 'query') throw badRequest(`The Partner API is read-only: there is no ${kind}.`);
  const query = runtime.executor.compiledQueryOf(operation);
  const summary = summaryOf(query.variantFor(request.variables ?? {}));
  const run = { request, operation, live, query, summary, errorBehavior, observation };
  for (const mode of runtime.modes) {
    const response = mode.open(run);
    if (response !== undefined) return response;
  }
  return runPlain(runtime, run);
}

/** Runs a checked operation as if a request had named it. */
export const runAgain = (
  runtime: Runtime,
  operation: CheckedOperation,
  request: OperationRequest,
): Promise<OperationResponse> =>
  runtime.observe(request, (observation) => runPicked(runtime, operation, request, observation));

/** Runs an operation for a client that wants its result, in parts or whole. */
export const runPlain = (
  runtime: Runtime,
  run: Run,
): OperationResponse | Promise<OperationResponse> =>
  run.operation.readsPartnerData
    ? readPartnerData(runtime, run)
    : execute(runtime, run, runtime.openWithoutSession(run.observation));

/** Joins an equal operation, or opens a session and checks what the operation will cost. */
function readPartnerData(
  runtime: Runtime,
  run: Run,
): OperationResponse | Promise<OperationResponse> {
  const { request, operation, query, summary, observation } = run;
  const credential = usableCredential(request.credential);
  const explain = readExplain(request.explain);
  const variables = request.variables ?? {};
  const isExact = isExactInJson(variables);
  const mayCoalesce = isExact && !operation.isIncremental && explain === undefined;
  const listRefusal = checkLists(summary, variables, runtime.settings);
  if (listRefusal !== undefined) return refusedWith([listRefusal]);
  const tenant = runtime.tenantOf(credential, request.credential);
  observation.readsAs(tenant);
  const text = JSON.stringify(variables);
  const maxAgeSeconds = boundedMaxAge(request, runtime.settings);
  const key = mayCoalesce ? keyOf(run, tenant, text, maxAgeSeconds) : undefined;
  const joined = key === undefined ? undefined : runtime.coalescing.join(key, observation);
  if (joined !== undefined) return joined;
  const session = runtime.openSession(observation, {
    credential,
    tenant,
    operation,
    summary,
    variables: text,
    maxAgeSeconds,
    sentSince: request.sentSince,
    isTraced: explain === 'trace',
  });
  observation.followCost(session.cost);
  const cost = estimate(summary, variables, session);
  if (explain === 'plan') return explainPlan(cost, session);
  const refusal = budgetRefusal(cost, session.requestLimit);
  // Where the variables do not fit, they are refused instead, without a request.
  if (refusal !== undefined && query.accepts(variables)) return refusedWith([refusal]);
  session.declareReads(cost);
  return runtime.admit(session, observation, key, (inFlight) => execute(runtime, run, inFlight));
}

/**
 * A run that may use older responses serves no client that accepts another age; the same errors
 * give another result under another behavior; and an exported list is longer.
 */
function keyOf(
  { operation, errorBehavior, summary }: Run,
  tenant: object,
  variables: string,
  maxAge: number | undefined,
): CoalescingKey {
  const aged = maxAge === undefined ? variables : `${maxAge} ${variables}`;
  const behaved = errorBehavior === 'PROPAGATE' ? aged : `${errorBehavior} ${aged}`;
  const whole = summary.exportedPath === undefined ? behaved : `export ${behaved}`;
  return { tenant, operation, variables: whole };
}

async function execute(
  runtime: Runtime,
  run: Run,
  inFlight: InFlightOperation,
): Promise<OperationResponse> {
  const { session } = inFlight;
  try {
    const executed = await runtime.executor.execute(run, inFlight);
    if (isInParts(executed)) return finishIncrementally(executed, inFlight, run.observation);
    const response = finishResult(executed, session, run.observation.report);
    if (inFlight.clients > 1) markShared(response.result);
    inFlight.close();
    // The trace lists the requests that the end aborts, which takes some microtasks.
    if (session?.reader.requests.trace !== undefined) await nextTurn();
    return response;
  } catch (error) {
    inFlight.close();
    throw error;
  }
}

const isInParts = <T>(executed: object | AsyncIterable<T>): executed is AsyncIterable<T> =>
  Symbol.asyncIterator in executed;

const behaviors: readonly ErrorBehavior[] = ['PROPAGATE', 'NULL', 'HALT'];

/**
 * As the draft of the GraphQL specification has it; `extensions.onError` is for clients that send
 * no members of their own.
 */
function readErrorBehavior(
  { onError, extensions }: OperationRequest,
  { ERROR_BEHAVIOR }: Settings,
): ErrorBehavior {
  // Without the setting it is an unknown member, which is ignored.
  if (!ERROR_BEHAVIOR) return 'PROPAGATE';
  const wanted = onError ?? extensions?.['onError'] ?? 'PROPAGATE';
  const behavior = behaviors.find((each) => each === wanted);
  if (behavior !== undefined) return behavior;
  const shown = typeof wanted === 'string' ? quote(wanted, 50) : `of type ${typeof wanted}`;
  throw badRequest(`onError is ${shown}, and must be "PROPAGATE", "NULL" or "HALT".`);
}
