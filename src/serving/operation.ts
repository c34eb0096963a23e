import { GraphQLError } from 'graphql';
import type { Context } from '../graphql/builder.js';
import { publicError, type ReportUnknown } from '../graphql/error.js';
import { estimate, type Estimate } from '../graphql/estimate.js';
import { nothingSpent } from '../loaders/budget.js';
import type { Session } from '../loaders/session.js';
import type { Tenant } from '../loaders/tenant.js';
import { PartnerError } from '../partner/error.js';
import type { Admission } from './admission.js';
import { finish, type OperationAnswer } from './answer.js';
import type { CredentialState } from './credential.js';
import { type CheckedOperation, type DocumentResult, pickOperation } from './document/document.js';
import type { Execute } from './execution.js';
import { overBudget, planAnswer, readExplain } from './explain.js';
import { finishParts, isInParts, type PartialAnswer } from './incremental.js';
import type { Observer } from './observe/observer.js';
import type { DocumentRequest } from './document/persisted-document.js';
import { type AlikeRequest, asJoined, createRuns, type Run, type Runs, waitFor } from './shared-run.js';
import { type Watch, watchOperations } from './observe/watch.js';
import { shareData } from './wire-answer.js';

/** One GraphQL request, whichever door it came through. */
export interface OperationRequest extends DocumentRequest {
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
  readonly credential: CredentialState;
  readonly requestId: string;
  /** The header `X-Upstream-Explain`. */
  readonly explain?: string | null | undefined;
  /** Whether the client takes an answer in parts. */
  readonly acceptsIncremental: boolean;
  /** Calls back when the client has left; returns how to stop listening. */
  readonly onLeave: (callback: () => void) => () => void;
}

/** What a session is opened for. */
export interface SessionRequest {
  readonly credential: string;
  readonly tenant: Tenant;
  readonly requestId: string;
  readonly operation: CheckedOperation;
  /** The variables as text. */
  readonly variables: string;
  readonly isTraced: boolean;
  /** More headers for each of its REST requests. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

export interface OperationOptions {
  readonly execute: Execute;
  readonly admission: Admission;
  readonly documents: (request: DocumentRequest) => DocumentResult;
  readonly tenantOf: (credential: string) => Tenant;
  readonly openSession: (request: SessionRequest) => Session;
  /** Milliseconds for the whole operation. */
  readonly timeoutMs: number;
  readonly maxPageSize: number;
  /** Logs an error that cannot be named; gives the id under which it is found. */
  readonly report: (error: unknown, request: OperationRequest) => string;
  readonly observer: Observer;
}

export type Answer = OperationAnswer | AsyncIterable<PartialAnswer>;

export type RunOperation = (request: OperationRequest) => Promise<Answer>;

/** The one way of running an operation, for every door: checks, session, execution, translation of errors, cost. */
export function createRunOperation(options: OperationOptions): RunOperation {
  const runs = createRuns();
  return watchOperations(options.observer, async (request, watch) => {
    const report: ReportUnknown = (error) => options.report(error, request);
    try {
      const document = options.documents(request);
      if ('errors' in document) return { errors: document.errors };
      const operation = pickOperation(document, request.operationName);
      watch.name = operation.name;
      if (operation.definition.operation !== 'query')
        return { errors: [notAQuery(operation.definition.operation)] };
      if (!operation.readsPartnerData) return await execute(options, request, operation, undefined, report);
      return await runForCredential({ ...options, runs }, request, operation, report, watch);
    } catch (error) {
      const known =
        error instanceof GraphQLError
          ? error
          : new GraphQLError('Unknown', { originalError: asError(error) });
      return { errors: [publicError(known, report)] };
    }
  });
}

type RunOptions = OperationOptions & { readonly runs: Runs };

function runForCredential(
  options: RunOptions,
  request: OperationRequest,
  operation: CheckedOperation,
  report: ReportUnknown,
  watch: Watch,
): Answer | Promise<Answer> {
  if (request.credential.kind !== 'usable') return { errors: [noCredential(request.credential.kind)] };
  const explain = readExplain(request.explain);
  const { credential } = request.credential;
  const tenant = options.tenantOf(credential);
  const isShared = explain === undefined && !operation.isIncremental;
  const alike = { tenant, operation, variables: JSON.stringify(request.variables ?? {}) };
  const other = isShared ? options.runs.find(alike) : undefined;
  if (other !== undefined) return join(other, request, watch);
  const session = options.openSession({
    ...alike,
    credential,
    requestId: request.requestId,
    isTraced: explain === 'trace',
    headers: watch.headers,
  });
  watch.cost = session.cost;
  const planned = estimate(operation.outline, request.variables ?? {}, session.knownPages);
  if (explain === 'plan') return planAnswer(planned, session.requestLimit);
  const refusal = overBudget(planned, session.requestLimit);
  if (refusal !== undefined) return { errors: [refusal] };
  const access = { session, planned };
  if (operation.isIncremental) return runAlone(options, request, operation, access, report);
  return runForAll(options, request, alike, access, report);
}

/** A session, and what it was estimated to cost. */
interface Access {
  readonly session: Session;
  readonly planned: Estimate;
}

async function join(run: Run, request: OperationRequest, watch: Watch): Promise<OperationAnswer> {
  const answer = asJoined(await waitFor(run, request.onLeave));
  watch.cost = { ...nothingSpent, shared: answer.extensions?.upstream?.shared ?? 0 };
  return answer;
}

/** Runs an operation for its client, and for all who ask the same before its first answer has come. */
function runForAll(
  options: RunOptions,
  request: OperationRequest,
  alike: AlikeRequest,
  access: Access,
  report: ReportUnknown,
): Promise<OperationAnswer> {
  const { session } = access;
  const close = start(options, session);
  const over = (): void => {
    close();
    forget();
  };
  const answer = execute(options, request, alike.operation, access, report, close).then(
    (whole) => {
      over();
      if (isInParts(whole)) throw new Error('An answer in parts was not asked for.');
      if (run.waiters > 1) shareData(whole);
      return whole;
    },
    (error: unknown) => {
      over();
      throw error;
    },
  );
  const run: Run = {
    answer,
    isFresh: () => !session.hasAnswers(),
    abandon: () => session.end(clientHasLeft),
    waiters: 0,
  };
  const forget = options.runs.open(alike, run);
  return waitFor(run, request.onLeave);
}

/** Runs an operation that is answered in parts, until the last of them is told or its client has left. */
async function runAlone(
  options: OperationOptions,
  request: OperationRequest,
  operation: CheckedOperation,
  access: Access,
  report: ReportUnknown,
): Promise<Answer> {
  const { session } = access;
  const stop = start(options, session);
  const stopListening = request.onLeave(() => session.end(clientHasLeft));
  const close = (): void => {
    stop();
    stopListening();
  };
  try {
    const answer = await execute(options, request, operation, access, report, close);
    if (!isInParts(answer)) close();
    return answer;
  } catch (error) {
    close();
    throw error;
  }
}

/** Lets an operation in and sets its deadline; gives what to call when it is over. */
function start({ admission, timeoutMs }: OperationOptions, session: Session): () => void {
  const leave = admission.enter(session.tenant);
  const timer = setTimeout(() => session.end(outOfTime(timeoutMs)), timeoutMs);
  return () => {
    leave();
    clearTimeout(timer);
    session.end(isOver);
  };
}

async function execute(
  { execute: executeOperation, maxPageSize }: OperationOptions,
  { variables, acceptsIncremental }: OperationRequest,
  operation: CheckedOperation,
  access: Access | undefined,
  report: ReportUnknown,
  close: () => void = () => undefined,
): Promise<Answer> {
  const context: Context = {
    maxPageSize,
    partner: access?.session ?? noSession,
    outline: operation.outline,
    connections: new Map(),
  };
  const executed = await executeOperation({
    operation,
    variables: variables ?? {},
    context,
    acceptsIncremental,
  });
  const estimated = access?.planned.atMost ?? 0;
  if (Symbol.asyncIterator in executed)
    return finishParts(executed, access?.session, estimated, report, close);
  return finish(executed, access?.session, estimated, report);
}

/** Stands where no field can ask for a session: only introspection is executed without one. */
const noSession = new Proxy({} as Session, {
  get() {
    throw new PartnerError('UNAUTHENTICATED', 'There is no credential to read with.');
  },
});

function noCredential(kind: 'missing' | 'malformed'): GraphQLError {
  const message =
    kind === 'missing'
      ? 'The request has no credential. Send one header "Authorization: Bearer <credential>".'
      : 'The Authorization header is malformed. Send exactly one "Authorization: Bearer <credential>", in visible ASCII.';
  const http = { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } };
  return new GraphQLError(message, { extensions: { code: 'UNAUTHENTICATED', http } });
}

const notAQuery = (kind: string): GraphQLError =>
  new GraphQLError(`The Partner API is read-only: there is no ${kind}.`, {
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } },
  });

const outOfTime = (timeoutMs: number): PartnerError =>
  new PartnerError(
    'UPSTREAM_TIMEOUT',
    `The operation was not done within ${timeoutMs} ms (OPERATION_TIMEOUT_MS).`,
  );

const clientHasLeft = new PartnerError('UPSTREAM_TIMEOUT', 'The client has left.');

/** Made once: an error's stack is the dearest thing of a small operation. */
const isOver = new PartnerError('UPSTREAM_TIMEOUT', 'The operation is over.');

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
