import { GraphQLError } from 'graphql';
import type { Context } from '../graphql/builder.js';
import { publicError, type ReportUnknown } from '../graphql/error.js';
import { estimate, type Estimate } from '../graphql/estimate.js';
import type { Session } from '../loaders/session.js';
import { PartnerError } from '../partner/error.js';
import type { Admission } from './admission.js';
import { finish, type OperationAnswer } from './answer.js';
import type { CredentialState } from './credential.js';
import { type CheckedOperation, type DocumentResult, pickOperation } from './document.js';
import type { Execute } from './execution.js';
import { overBudget, planAnswer, readExplain } from './explain.js';
import { finishParts, isInParts, type PartialAnswer } from './incremental.js';
import type { Observer } from './observer.js';
import { type Watch, watchOperations } from './watch.js';

/** One GraphQL request, whichever door it came through. */
export interface OperationRequest {
  readonly query: string;
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
  readonly requestId: string;
  readonly operation: CheckedOperation;
  readonly isTraced: boolean;
  /** More headers for each of its REST requests. */
  readonly headers: Readonly<Record<string, string>> | undefined;
}

export interface OperationOptions {
  readonly execute: Execute;
  readonly admission: Admission;
  readonly documents: (query: string) => DocumentResult;
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
  return watchOperations(options.observer, async (request, watch) => {
    const report: ReportUnknown = (error) => options.report(error, request);
    try {
      const document = options.documents(request.query);
      if ('errors' in document) return { errors: document.errors };
      const operation = pickOperation(document, request.operationName);
      watch.name = operation.name;
      if (operation.definition.operation !== 'query')
        return { errors: [notAQuery(operation.definition.operation)] };
      if (!operation.readsPartnerData) return await execute(options, request, operation, undefined, report);
      return await runForCredential(options, request, operation, report, watch);
    } catch (error) {
      const known =
        error instanceof GraphQLError
          ? error
          : new GraphQLError('Unknown', { originalError: asError(error) });
      return { errors: [publicError(known, report)] };
    }
  });
}

async function runForCredential(
  options: OperationOptions,
  request: OperationRequest,
  operation: CheckedOperation,
  report: ReportUnknown,
  watch: Watch,
): Promise<Answer> {
  if (request.credential.kind !== 'usable') return { errors: [noCredential(request.credential.kind)] };
  const explain = readExplain(request.explain);
  const { credential } = request.credential;
  const session = options.openSession({
    credential,
    requestId: request.requestId,
    operation,
    isTraced: explain === 'trace',
    headers: watch.headers,
  });
  watch.cost = session.cost;
  const planned = estimate(operation.outline, request.variables ?? {}, session.knownPages);
  if (explain === 'plan') return planAnswer(planned, session.requestLimit);
  const refusal = overBudget(planned, session.requestLimit);
  if (refusal !== undefined) return { errors: [refusal] };
  return runWithin(options, request, operation, { session, planned }, report);
}

/** A session, and what it was estimated to cost. */
interface Access {
  readonly session: Session;
  readonly planned: Estimate;
}

/** Runs an operation until it is done, out of time, or its client has left. */
async function runWithin(
  options: OperationOptions,
  request: OperationRequest,
  operation: CheckedOperation,
  access: Access,
  report: ReportUnknown,
): Promise<Answer> {
  const { session } = access;
  const leave = options.admission.enter(session.tenant);
  const timer = setTimeout(() => session.end(outOfTime(options.timeoutMs)), options.timeoutMs);
  const stopListening = request.onLeave(() => session.end(clientHasLeft()));
  const close = (): void => {
    leave();
    clearTimeout(timer);
    stopListening();
    session.end(isOver());
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

const clientHasLeft = (): PartnerError => new PartnerError('UPSTREAM_TIMEOUT', 'The client has left.');

const isOver = (): PartnerError => new PartnerError('UPSTREAM_TIMEOUT', 'The operation is over.');

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
