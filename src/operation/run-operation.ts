import { GraphQLError } from 'graphql';
import { publicError, type ReportUnknown } from '../graphql/error.js';
import type { Session } from '../loaders/session.js';
import type { Tenant } from '../tenant/tenant.js';
import type { Admission } from './admission.js';
import { asError } from '../partner/error.js';
import type { OperationResult } from './result.js';
import type { CredentialState } from './credential.js';
import { type CheckedOperation, type DocumentResult, pickOperation } from './documents/document.js';
import type { DocumentRequest } from './documents/persisted-document.js';
import type { Execute } from './execute.js';
import type { PartialResult } from './incremental.js';
import type { Observer } from './observer.js';
import { type OperationObservation, observeOperations } from './observation.js';
import { createRunForCredential, execute, type RunForCredential } from './run.js';

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
  /** Entries of one list argument. */
  readonly maxListArgument: number;
  /** Fields and items of one answer. */
  readonly maxNodes: number;
  /** Logs an error that cannot be named; gives the id under which it is found. */
  readonly report: (error: unknown, request: OperationRequest) => string;
  readonly observer: Observer;
}

export type OperationResponse = OperationResult | AsyncIterable<PartialResult>;

export type RunOperation = (request: OperationRequest) => Promise<OperationResponse>;

/** The one way of running an operation, for every door: checks, session, execution, translation of errors, cost. */
export function createRunOperation(options: OperationOptions): RunOperation {
  const runForCredential = createRunForCredential(options);
  return observeOperations(options.observer, (request, watch) => {
    const report: ReportUnknown = (error) => options.report(error, request);
    const failed = (error: unknown): OperationResult => ({ errors: [publicError(asGraphQL(error), report)] });
    try {
      const answer = begin(options, runForCredential, request, watch, report);
      return answer instanceof Promise ? answer.catch(failed) : answer;
    } catch (error) {
      return failed(error);
    }
  });
}

function begin(
  options: OperationOptions,
  runForCredential: RunForCredential,
  request: OperationRequest,
  watch: OperationObservation,
  report: ReportUnknown,
): OperationResponse | Promise<OperationResponse> {
  const document = options.documents(request);
  if ('errors' in document) return { errors: document.errors };
  const operation = pickOperation(document, request.operationName);
  watch.name = operation.name;
  const kind = operation.definition.operation;
  if (kind !== 'query') return { errors: [notAQuery(kind)] };
  const job = { request, operation, report, watch };
  if (!operation.readsPartnerData) return execute(options, job, undefined);
  return runForCredential(job);
}

const notAQuery = (kind: string): GraphQLError =>
  new GraphQLError(`The Partner API is read-only: there is no ${kind}.`, {
    extensions: { code: 'GRAPHQL_VALIDATION_FAILED', http: { status: 400 } },
  });

const asGraphQL = (error: unknown): GraphQLError =>
  error instanceof GraphQLError ? error : new GraphQLError('Unknown', { originalError: asError(error) });
