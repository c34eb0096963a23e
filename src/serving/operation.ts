import { execute, type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Context } from '../graphql/builder.js';
import { publicError, type ReportUnknown } from '../graphql/error.js';
import type { Session } from '../loaders/session.js';
import { PartnerError } from '../partner/error.js';
import type { CredentialState } from './credential.js';
import { type CheckedDocument, type DocumentResult, pickOperation, readsPartnerData } from './document.js';
import { statusOf } from './status.js';

/** One GraphQL request, whichever door it came through. */
export interface OperationRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
  readonly credential: CredentialState;
  readonly requestId: string;
  /** Calls back when the client has left; returns how to stop listening. */
  readonly onLeave: (callback: () => void) => () => void;
}

/** An answer and what HTTP is to make of it; `http` is not part of the body. */
export interface OperationAnswer extends ExecutionResult {
  extensions?: { upstream?: Readonly<Record<string, number>>; http?: HttpExtension };
}

export interface HttpExtension {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface OperationOptions {
  readonly schema: GraphQLSchema;
  readonly documents: (query: string) => DocumentResult;
  readonly openSession: (credential: string, requestId: string, document: CheckedDocument) => Session;
  /** Milliseconds for the whole operation. */
  readonly timeoutMs: number;
  readonly maxPageSize: number;
  readonly report: (error: unknown, requestId: string) => string;
}

export type RunOperation = (request: OperationRequest) => Promise<OperationAnswer>;

/** The one way of running an operation, for every door: checks, session, execution, translation of errors, cost. */
export function createRunOperation(options: OperationOptions): RunOperation {
  return async (request) => {
    const report: ReportUnknown = (error) => options.report(error, request.requestId);
    try {
      const document = options.documents(request.query);
      if ('errors' in document) return { errors: document.errors };
      const operation = pickOperation(document.ast, request.operationName);
      if (operation.operation !== 'query') throw notAQuery(operation.operation);
      if (!readsPartnerData(document.ast, operation))
        return await run(options, request, document, undefined, report);
      if (request.credential.kind !== 'usable') return { errors: [noCredential(request.credential.kind)] };
      const session = options.openSession(request.credential.credential, request.requestId, document);
      return await runWithin(options, request, document, session, report);
    } catch (error) {
      const known =
        error instanceof GraphQLError
          ? error
          : new GraphQLError('Unknown', { originalError: asError(error) });
      return { errors: [publicError(known, report)] };
    }
  };
}

async function runWithin(
  options: OperationOptions,
  request: OperationRequest,
  document: CheckedDocument,
  session: Session,
  report: ReportUnknown,
): Promise<OperationAnswer> {
  const timer = setTimeout(() => session.end(outOfTime(options.timeoutMs)), options.timeoutMs);
  const stopListening = request.onLeave(() =>
    session.end(new PartnerError('UPSTREAM_TIMEOUT', 'The client has left.')),
  );
  try {
    return await run(options, request, document, session, report);
  } finally {
    clearTimeout(timer);
    stopListening();
    session.end(new PartnerError('UPSTREAM_TIMEOUT', 'The operation is over.'));
  }
}

async function run(
  { schema, maxPageSize }: OperationOptions,
  { variables, operationName }: OperationRequest,
  { ast }: CheckedDocument,
  session: Session | undefined,
  report: ReportUnknown,
): Promise<OperationAnswer> {
  const contextValue: Context = { maxPageSize, partner: session ?? noSession };
  const result = await execute({
    schema,
    document: ast,
    contextValue,
    variableValues: variables ?? {},
    operationName: operationName ?? null,
  });
  return finish(result, session, report);
}

function finish(
  result: ExecutionResult,
  session: Session | undefined,
  report: ReportUnknown,
): OperationAnswer {
  const errors = result.errors?.map((error) => publicError(error, report));
  // Without data nothing was executed: the variables did not fit.
  if (result.data === undefined) return { errors: (errors ?? []).map(asBadRequest) };
  const http = errors === undefined ? undefined : statusOf(result.data, errors);
  const upstream = session === undefined ? undefined : costOf(session);
  const extensions = { ...(upstream && { upstream }), ...(http && { http }) };
  return {
    ...(errors && { errors }),
    data: result.data,
    ...(Object.keys(extensions).length > 0 && { extensions }),
  };
}

function asBadRequest(error: GraphQLError): GraphQLError {
  const { message, nodes, extensions } = error;
  return new GraphQLError(message, {
    nodes: nodes ?? null,
    extensions: { ...extensions, http: { spec: true, status: 400 } },
  });
}

/** What the response tells of its cost (runtime interface); nothing where the upstream was not reached. */
function costOf({ cost, requestLimit }: Session): Readonly<Record<string, number>> | undefined {
  const { requests, ...spared } = cost;
  if (requests === 0 && spared.shared === 0) return undefined;
  return { requests, limit: requestLimit, ...spared };
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

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
