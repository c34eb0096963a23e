import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GraphQLError } from 'graphql';
import { estimate } from '../graphql/cost/estimate.js';
import { checkLists } from '../graphql/list-argument.js';
import { withChoices } from './coalescing.js';
import { type CheckedOperation, pickOperation } from './documents/checked-operation.js';
import type { DocumentResult } from './documents/document.js';
import { readErrorBehavior } from './error-behavior.js';
import { budgetRefusal, explainPlan, readExplain } from './explain.js';
import { type InFlightOperation, whileClientWaits } from './in-flight-operation.js';
import {
  finishIncrementally,
  finishResult,
  isIncremental,
  markShared,
  type OperationResponse,
} from './result.js';
import { boundedMaxAge } from './max-age.js';
import { credentialRefusal, type OperationRequest } from './operation-request.js';
import { badRequest, isExactInJson, withDeclaredVariables } from './parameters.js';
import { subscribeLive } from './live/subscribe-live.js';
import type { Run, Runtime } from './runtime.js';
import { type FileRequest, findExportedList } from './exported-list.js';

export type RunOperation = (request: OperationRequest) => Promise<OperationResponse>;

/** The one way to run an operation: document, checks, session, estimate, admission, execution, result. */
export const runOperation = (runtime: Runtime, request: OperationRequest): Promise<OperationResponse> =>
  runtime.observe(request, (observation, report) => {
    const document = runtime.documents.find(request);
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
  const picked = pickOperation(document.operations, received.operationName);
  const { live, definition } = picked;
  const request = withDeclaredVariables(received, definition);
  observation.identify(picked.name, definition.operation);
  const errorBehavior = readErrorBehavior(request, runtime.settings);
  const stream = live && subscribeLive(runtime, request, live, (poll) => runQuery(runtime, poll, live.query));
  if (stream !== undefined) return stream;
  const operation = live?.query ?? picked;
  const kind = operation.definition.operation;
  if (kind !== 'query') return { errors: [readOnlyRefusal(kind)] };
  const run: Run = { request, operation, errorBehavior, observation, report, exported: undefined };
  return request.file === undefined ? runChecked(runtime, run) : runForFile(runtime, run, request.file);
}

/**
 * Runs an operation for a client that wants its list as a file. A file is whole or there is none, so the first error ends the
 * operation.
 *
 * @throws GraphQLError BAD_USER_INPUT where it has no such list
 */
async function runForFile(runtime: Runtime, asked: Run, file: FileRequest): Promise<OperationResponse> {
  const { request, operation, observation, report } = asked;
  const { schema, isPlanned } = runtime.parts;
  const exported = findExportedList(schema, operation, request.variables ?? {}, file);
  // graphql-js knows one behavior.
  const errorBehavior = exported !== undefined && isPlanned ? 'HALT' : asked.errorBehavior;
  const run: Run = { request, operation, errorBehavior, observation, report, exported };
  const response = await runChecked(runtime, run);
  return isIncremental(response) ? response : { file: exported ?? 'json', ...response };
}

/** Runs the query of a subscription. */
const runQuery = (
  runtime: Runtime,
  request: OperationRequest,
  operation: CheckedOperation,
): Promise<OperationResponse> =>
  runtime.observe(request, (observation, report) => {
    observation.identify(operation.name, operation.definition.operation);
    const errorBehavior = readErrorBehavior(request, runtime.settings);
    return runChecked(runtime, {
      request,
      operation,
      errorBehavior,
      observation,
      report,
      exported: undefined,
    });
  });

const runChecked = (runtime: Runtime, run: Run): OperationResponse | Promise<OperationResponse> =>
  run.operation.readsPartnerData ? readPartnerData(runtime, run) : execute(runtime, run, undefined, 0);

/** Joins an equal operation, or opens a session and checks what the operation will cost. */
function readPartnerData(runtime: Runtime, run: Run): OperationResponse | Promise<OperationResponse> {
  const { request, operation, observation, exported } = run;
  if (request.credential.kind !== 'usable') return { errors: [credentialRefusal(request.credential.kind)] };
  const { credential } = request.credential;
  const explain = readExplain(request.explain);
  const variables = request.variables ?? {};
  const mayCoalesce = isExactInJson(variables) && !operation.isIncremental && explain === undefined;
  const listRefusal = checkLists(operation.selectionSummary, variables, runtime.settings);
  if (listRefusal !== undefined) return { errors: [listRefusal] };
  const tenant = (observation.tenant = runtime.tenantOf(credential));
  const variablesText = JSON.stringify(variables);
  const maxAgeSeconds = boundedMaxAge(request, runtime.settings);
  const key = { tenant, operation, variables: withChoices(variablesText, maxAgeSeconds, run) };
  const joined = mayCoalesce ? runtime.joinEqual(key, observation) : undefined;
  if (joined !== undefined) return joined;
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
    observer: observation,
  });
  observation.cost = session.cost;
  const cost = estimate(operation.selectionSummary, variables, session, exported?.path);
  if (explain === 'plan') return explainPlan(cost, session);
  const refusal = budgetRefusal(cost, session.requestLimit);
  if (refusal !== undefined) return { errors: [refusal] };
  session.declareLists(cost);
  return runtime.admit(session, observation, mayCoalesce ? key : undefined, (inFlight) =>
    execute(runtime, run, inFlight, cost.atMost),
  );
}

/** @param inFlight undefined for an operation that does not read the Partner API */
async function execute(
  runtime: Runtime,
  { request, operation, errorBehavior, report, exported }: Run,
  inFlight: InFlightOperation | undefined,
  estimated: number,
): Promise<OperationResponse> {
  const session = inFlight?.session;
  try {
    const executed = await runtime.execute({
      operation,
      variables: request.variables ?? {},
      session,
      errorBehavior,
      exportedPath: exported?.path,
      incremental: request.incremental,
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
