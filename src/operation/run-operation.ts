import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GraphQLError } from 'graphql';
import type { ErrorBehavior } from '../execution/work.js';
import { estimate } from '../graphql/cost/estimate.js';
import { asGraphQLError, publicError, type ReportUnknown } from '../graphql/error.js';
import { checkLists } from '../graphql/list-argument.js';
import { createCost } from '../loaders/budget.js';
import type { Session } from '../loaders/session.js';
import { whileClientWaits } from './client-wait.js';
import { type CoalescingKey, joinedResponse } from './coalescing.js';
import { type CheckedOperation, pickOperation } from './documents/checked-operation.js';
import type { DocumentResult } from './documents/document.js';
import { readErrorBehavior } from './error-behavior.js';
import { budgetRefusal, explainPlan, readExplain } from './explain.js';
import { InFlightOperation } from './in-flight-operation.js';
import { finishIncrementally, isIncremental, type OperationResponse } from './incremental.js';
import { OperationObservation } from './observation.js';
import { boundedMaxAge } from './max-age.js';
import { credentialRefusal, type OperationRequest } from './operation-request.js';
import { badRequest, isExactInJson, withDeclaredVariables } from './parameters.js';
import { finishResult, markShared } from './result.js';
import { subscribeLive } from './live/subscribe-live.js';
import type { Run, Runtime } from './runtime.js';

export type RunOperation = (request: OperationRequest) => Promise<OperationResponse>;

/** The one way to run an operation: document, checks, session, estimate, admission, execution, result. */
export const runOperation = (runtime: Runtime, request: OperationRequest): Promise<OperationResponse> =>
  observe(runtime, request, (observation, report) => {
    const document = runtime.documents(request);
    if (!(document instanceof Promise))
      return runDocument(runtime, document, { request, observation, report });
    return whileClientWaits(document, observation).then((found) =>
      runDocument(runtime, found, { request, observation, report }),
    );
  });

function runDocument(
  runtime: Runtime,
  document: DocumentResult,
  { request: received, observation, report }: Pick<Run, 'request' | 'observation' | 'report'>,
): OperationResponse | Promise<OperationResponse> {
  if ('errors' in document) return { errors: document.errors };
  const operation = pickOperation(document.operations, received.operationName);
  const request = withDeclaredVariables(received, operation.definition);
  observation.name = operation.name;
  const errorBehavior = readErrorBehavior(request, runtime.settings);
  const { live, definition } = operation;
  if (live !== undefined) {
    const { query } = live;
    const response = subscribeLive(runtime, request, live, (poll) => runQuery(runtime, poll, query));
    if (response !== undefined) return response;
    return runChecked(runtime, { request, operation: query, errorBehavior, observation, report });
  }
  if (definition.operation !== 'query') return { errors: [readOnlyRefusal(definition.operation)] };
  return runChecked(runtime, { request, operation, errorBehavior, observation, report });
}

/** Runs the query of a subscription. */
const runQuery = (
  runtime: Runtime,
  request: OperationRequest,
  operation: CheckedOperation,
): Promise<OperationResponse> =>
  observe(runtime, request, (observation, report) => {
    observation.name = operation.name;
    const errorBehavior = readErrorBehavior(request, runtime.settings);
    return runChecked(runtime, { request, operation, errorBehavior, observation, report });
  });

/** Makes what an operation throws its response, and observes it. */
async function observe(
  runtime: Runtime,
  request: OperationRequest,
  run: (
    observation: OperationObservation,
    report: ReportUnknown,
  ) => OperationResponse | Promise<OperationResponse>,
): Promise<OperationResponse> {
  const observation = new OperationObservation(runtime.observer, request);
  const report: ReportUnknown = (error) => runtime.report(error, request);
  let response: OperationResponse;
  try {
    response = await run(observation, report);
  } catch (error) {
    response = { errors: [publicError(asGraphQLError(error), report)] };
  }
  return observation.observe(response);
}

const runChecked = (runtime: Runtime, run: Run): OperationResponse | Promise<OperationResponse> =>
  run.operation.readsPartnerData ? readPartnerData(runtime, run) : execute(runtime, run, undefined, 0);

/** Joins an equal operation, or opens a session and checks what the operation will cost. */
function readPartnerData(runtime: Runtime, run: Run): OperationResponse | Promise<OperationResponse> {
  const { request, operation, observation, errorBehavior } = run;
  if (request.credential.kind !== 'usable') return { errors: [credentialRefusal(request.credential.kind)] };
  const { credential } = request.credential;
  const explain = readExplain(request.explain);
  const variables = request.variables ?? {};
  const mayCoalesce = isExactInJson(variables) && !operation.isIncremental && explain === undefined;
  const listRefusal = checkLists(operation.selectionSummary, variables, runtime.settings);
  if (listRefusal !== undefined) return { errors: [listRefusal] };
  const tenant = runtime.tenantOf(credential);
  const variablesText = JSON.stringify(variables);
  const maxAgeSeconds = boundedMaxAge(request, runtime.settings);
  const key = { tenant, operation, variables: withChoices(variablesText, maxAgeSeconds, errorBehavior) };
  const equal = mayCoalesce ? runtime.coalescing.find(key) : undefined;
  if (equal?.response !== undefined) {
    equal.addClient(observation);
    return joinedBy(run, equal.response);
  }
  const session = runtime.openSession({
    credential,
    tenant,
    requestId: request.requestId,
    operation,
    variables: variablesText,
    maxAgeSeconds,
    sentSince: request.sentSince,
    isTraced: explain === 'trace',
    headers: observation.headers,
  });
  observation.cost = session.cost;
  const cost = estimate(operation.selectionSummary, variables, session);
  if (explain === 'plan') return explainPlan(cost, session);
  const refusal = budgetRefusal(cost, session.requestLimit);
  if (refusal !== undefined) return { errors: [refusal] };
  session.expectLists(cost);
  return admit(runtime, run, session, cost.atMost, mayCoalesce ? key : undefined);
}

/**
 * Variables as part of a coalescing key: a run that may use older responses serves no client that accepts another age, and
 * the same errors give another result under another behavior.
 */
function withChoices(variables: string, maxAge: number | undefined, errorBehavior: ErrorBehavior): string {
  const aged = maxAge === undefined ? variables : `${maxAge} ${variables}`;
  return errorBehavior === 'PROPAGATE' ? aged : `${errorBehavior} ${aged}`;
}

async function joinedBy(
  { request, observation }: Run,
  shared: Promise<OperationResponse>,
): Promise<OperationResponse> {
  const response = joinedResponse(await shared, request.requestId);
  const upstream = isIncremental(response) ? undefined : response.extensions?.upstream;
  observation.cost = createCost(upstream?.shared, upstream?.cached);
  return response;
}

/** @param key undefined for an operation that other requests must not join */
function admit(
  runtime: Runtime,
  run: Run,
  session: Session,
  estimated: number,
  key: CoalescingKey | undefined,
): Promise<OperationResponse> {
  const leave = runtime.admission.enter(session.tenant);
  const inFlight = new InFlightOperation(session, runtime.settings.OPERATION_TIMEOUT_MS);
  inFlight.onClose(leave);
  inFlight.addClient(run.observation);
  if (key !== undefined) inFlight.onClose(runtime.coalescing.open(key, inFlight));
  return (inFlight.response = execute(runtime, run, inFlight, estimated));
}

/** @param inFlight undefined for an operation that does not read the Partner API */
async function execute(
  { execute: executeDocument }: Runtime,
  { request, operation, errorBehavior, report }: Run,
  inFlight: InFlightOperation | undefined,
  estimated: number,
): Promise<OperationResponse> {
  const session = inFlight?.session;
  try {
    const executed = await executeDocument({
      operation,
      variables: request.variables ?? {},
      session,
      errorBehavior,
      acceptsIncremental: request.acceptsIncremental,
      ended: () => inFlight?.endReason,
    });
    if (isIncremental(executed))
      return finishIncrementally(executed, session, estimated, report, () => inFlight?.close());
    const result = finishResult(executed, session, estimated, report);
    if (inFlight !== undefined && inFlight.clients > 1) markShared(result);
    inFlight?.close();
    // The trace lists the requests that the end aborts, which takes some microtasks.
    if (session?.trace !== undefined) await nextTurn();
    return result;
  } catch (error) {
    inFlight?.close();
    throw error;
  }
}

const readOnlyRefusal = (kind: string): GraphQLError =>
  badRequest(`The Partner API is read-only: there is no ${kind}.`);
