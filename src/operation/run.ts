import type { Context } from '../graphql/builder.js';
import type { ReportUnknown } from '../graphql/error.js';
import { estimate, type Estimate } from '../graphql/cost/estimate.js';
import { checkLists } from '../graphql/list-argument.js';
import { createCost } from '../loaders/budget.js';
import type { Session } from '../loaders/session.js';
import { asError, PartnerError } from '../partner/error.js';
import { finish, markShared, type OperationResult } from './result.js';
import { noCredential } from './credential.js';
import type { CheckedOperation } from './documents/document.js';
import type { Executed } from './execute.js';
import { overBudget, planAnswer, readExplain } from './explain.js';
import { finishParts, isInParts } from './incremental.js';
import type { OperationResponse, OperationOptions, OperationRequest } from './run-operation.js';
import { type SharedRunKey, asJoined, createRuns, type Run, type Runs, waitFor } from './coalescing.js';
import type { OperationObservation } from './observation.js';
import { printVariables } from './variables.js';

type RunOptions = OperationOptions & { readonly runs: Runs };

/** An operation to be run: what was asked, and who is told of it. */
export interface Job {
  readonly request: OperationRequest;
  readonly operation: CheckedOperation;
  readonly report: ReportUnknown;
  readonly watch: OperationObservation;
}

/** Runs an operation that reads the Partner API; throws or rejects where it cannot be run at all. */
export type RunForCredential = (job: Job) => OperationResponse | Promise<OperationResponse>;

/** Makes the way from a request with a credential to its answer: session, estimate, admission, deadline, execution. */
export function createRunForCredential(options: OperationOptions): RunForCredential {
  const runOptions: RunOptions = { runs: createRuns(options.timeoutMs), ...options };
  return (job) => runForCredential(runOptions, job);
}

function runForCredential(options: RunOptions, job: Job): OperationResponse | Promise<OperationResponse> {
  const { request, operation, watch } = job;
  if (request.credential.kind !== 'usable') return { errors: [noCredential(request.credential.kind)] };
  const explain = readExplain(request.explain);
  const { credential } = request.credential;
  const tenant = options.tenantOf(credential);
  const variables = request.variables ?? {};
  const { text, isExact } = printVariables(variables);
  const tooLong = checkLists(operation.selectionSummary, variables, options);
  if (tooLong !== undefined) return { errors: [tooLong] };
  const isShared = explain === undefined && !operation.isIncremental && isExact;
  const alike = { tenant, operation, variables: text };
  const other = isShared ? options.runs.find(alike) : undefined;
  if (other !== undefined) return join(other, job);
  const session = options.openSession({
    credential,
    tenant,
    requestId: request.requestId,
    operation,
    variables: alike.variables,
    isTraced: explain === 'trace',
    headers: watch.headers,
  });
  watch.cost = session.cost;
  const planned = estimate(operation.selectionSummary, variables, session.knownPages);
  if (explain === 'plan') return planAnswer(planned, session);
  const refusal = overBudget(planned, session.requestLimit);
  if (refusal !== undefined) return { errors: [refusal] };
  const access: Access = { session, planned, ending: undefined };
  if (operation.isIncremental || !isExact) return runAlone(options, job, access);
  return runForAll(options, job, alike, access);
}

/** A session, and what it was estimated to cost. */
interface Access {
  readonly session: Session;
  readonly planned: Estimate;
  /** Why the operation has ended early. */
  ending: Error | undefined;
}

/** Ends an operation early: what it waits for, and what is left of its execution. */
function end(access: Access, reason: Error): void {
  access.ending ??= reason;
  access.session.end(reason);
}

async function join(run: Run, { request, watch }: Job): Promise<OperationResult> {
  const answer = asJoined(await waitFor(run, watch), request.requestId);
  watch.cost = createCost(answer.extensions?.upstream?.shared);
  return answer;
}

/** Runs an operation for its client, and for all who ask the same before its first answer has come. */
function runForAll(
  options: RunOptions,
  job: Job,
  alike: SharedRunKey,
  access: Access,
): Promise<OperationResult> {
  const { session } = access;
  const close = start(options, access);
  const over = (): void => {
    close();
    forget();
  };
  const answer = started(() => execute(options, job, access, close)).then(
    (whole) => {
      over();
      if (isInParts(whole)) throw new Error('An answer in parts was not asked for.');
      if (run.waiters > 1) markShared(whole);
      return whole;
    },
    (error: unknown) => {
      over();
      throw error;
    },
  );
  const run: Run = {
    answer,
    isFresh: session.isFresh,
    abandon: () => end(access, clientHasLeft),
    startedAt: performance.now(),
    waiters: 0,
  };
  const forget = options.runs.open(alike, run);
  return waitFor(run, job.watch);
}

/** Runs an operation that is answered in parts, until the last of them is told or its client has left. */
async function runAlone(options: OperationOptions, job: Job, access: Access): Promise<OperationResponse> {
  const stop = start(options, access);
  const stopListening = job.watch.onLeave(() => end(access, clientHasLeft));
  const close = (): void => {
    stop();
    stopListening();
  };
  try {
    const answer = await execute(options, job, access, close);
    if (!isInParts(answer)) close();
    return answer;
  } catch (error) {
    close();
    throw error;
  }
}

/** Lets an operation in and sets its deadline; gives what to call when it is over. */
function start({ admission, timeoutMs }: OperationOptions, access: Access): () => void {
  const { session } = access;
  const leave = admission.enter(session.tenant);
  const timer = setTimeout(() => end(access, outOfTime(timeoutMs)), timeoutMs);
  return () => {
    leave();
    clearTimeout(timer);
    session.end(isOver);
  };
}

/** Executes an operation; `access` is undefined for one that reads nothing. */
export function execute(
  { execute: executeOperation, maxPageSize }: OperationOptions,
  { request: { variables, acceptsIncremental }, operation, report }: Job,
  access: Access | undefined,
  close: () => void = () => undefined,
): OperationResponse | Promise<OperationResponse> {
  const context: Context = {
    maxPageSize,
    partner: access?.session ?? noSession,
    selectionSummary: operation.selectionSummary,
    connections: new Map(),
    prefetched: 0,
    noted: undefined,
  };
  const estimated = access?.planned.atMost ?? 0;
  const conclude = (executed: Executed): OperationResponse =>
    Symbol.asyncIterator in executed
      ? finishParts(executed, access?.session, estimated, report, close)
      : finish(executed, access?.session, estimated, report);
  const executed = executeOperation({
    operation,
    variables: variables ?? {},
    context,
    acceptsIncremental,
    ended: () => access?.ending,
  });
  return executed instanceof Promise ? executed.then(conclude) : conclude(executed);
}

/** What was thrown before there was a promise becomes its rejection. */
function started<T>(start: () => T | Promise<T>): Promise<T> {
  try {
    return Promise.resolve(start());
  } catch (error) {
    return Promise.reject(asError(error));
  }
}

/** Stands where no field can ask for a session: only introspection is executed without one. */
const noSession = new Proxy({} as Session, {
  get() {
    throw new PartnerError('UNAUTHENTICATED', 'There is no credential to read with.');
  },
});

const outOfTime = (timeoutMs: number): PartnerError =>
  new PartnerError(
    'UPSTREAM_TIMEOUT',
    `The operation was not done within ${timeoutMs} ms (OPERATION_TIMEOUT_MS).`,
  );

const clientHasLeft = new PartnerError('UPSTREAM_TIMEOUT', 'The client has left.');

/** Made once: an error's stack is the dearest thing of a small operation. */
const isOver = new PartnerError('UPSTREAM_TIMEOUT', 'The operation is over.');
