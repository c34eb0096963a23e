import { execute, type GraphQLError, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { CompiledQuery } from '../execution/compile.js';
import type { MeasuredResult } from '../execution/execution.js';
import { type ErrorBehavior, Work } from '../execution/work.js';
import type { IncrementalExecutionResult } from '../execution/incremental-publisher.js';
import type { Context } from '../graphql/builder.js';
import { kindOfError } from '../graphql/error.js';
import type { Session } from '../loaders/session.js';
import { PartnerError } from '../partner/error.js';
import type { CheckedOperation } from './documents/checked-operation.js';
import { badRequest } from './parameters.js';

interface ExecutionRequest {
  readonly operation: CheckedOperation;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Undefined for an operation that does not read the Partner API. */
  readonly session: Session | undefined;
  readonly errorBehavior: ErrorBehavior;
  /** Whether the client accepts incremental delivery. */
  readonly acceptsIncremental: boolean;
  /** Why the operation has ended early, once it has. */
  readonly ended: () => Error | undefined;
}

type Executed = MeasuredResult | AsyncIterable<IncrementalExecutionResult>;

export type Execute = (request: ExecutionRequest) => Executed | Promise<Executed>;

export interface ExecuteSettings {
  readonly INTROSPECTION: boolean;
  readonly MAX_PAGE_SIZE: number;
  readonly MAX_RESPONSE_NODES: number;
}

/** Fields of all compiled queries that are kept; each takes a few kilobytes. */
const maxFields = 3000;

/** Fields of the largest compiled query that is kept: one request must not displace all others. */
const maxFieldsOfOne = 500;

/** Each message of incremental delivery is printed in one piece, so such a response has fewer fields and items. */
const maxIncrementalNodes = 100_000;

/**
 * Executes operations by queries that are compiled once (`execution/`). `@defer` and `@stream` are delivered incrementally
 * to a client that accepts it, and have no effect for any other.
 *
 * @param isPlanned false to have graphql-js execute all operations
 */
export function createExecute(
  schema: GraphQLSchema,
  { INTROSPECTION, MAX_RESPONSE_NODES: maxNodes, MAX_PAGE_SIZE: maxPageSize }: ExecuteSettings,
  isPlanned: boolean,
): Execute {
  const compiledQueryOf = createCompiledQueries(schema);

  const workOf = (request: ExecutionRequest): Work => {
    const { errorBehavior, ended } = request;
    const max = isInParts(request) ? Math.min(maxNodes, maxIncrementalNodes) : maxNodes;
    return new Work({ errorBehavior, maxNodes: max, ended, kindOf: kindOfError });
  };
  const executeCompiled = (request: ExecutionRequest, context: Context, work: Work) => {
    const { operation, variables } = request;
    const query = compiledQueryOf(operation);
    return isInParts(request)
      ? query.executeIncrementally(context, variables, work)
      : query.execute(context, variables, work);
  };

  return (request) => {
    if (!isPlanned && request.errorBehavior !== 'PROPAGATE') return { errors: [referenceRefusal()] };
    const work = workOf(request);
    const context: Context = {
      maxPageSize,
      work,
      partner: request.session ?? noSession,
      selectionSummary: request.operation.selectionSummary,
      once: request.session?.memory.entries ?? new Map(),
      prefetched: 0,
      typedNodes: undefined,
      reported: undefined,
    };
    // Where the variables do not fit, graphql-js reports it in its own words.
    return (
      (isPlanned ? executeCompiled(request, context, work) : undefined) ??
      executeByReference(schema, request, context, !INTROSPECTION)
    );
  };
}

const isInParts = ({ acceptsIncremental, operation }: ExecutionRequest): boolean =>
  acceptsIncremental && operation.isIncremental;

function createCompiledQueries(schema: GraphQLSchema): (operation: CheckedOperation) => CompiledQuery {
  const cache = new LRUCache<CheckedOperation, CompiledQuery>({
    maxSize: maxFields,
    maxEntrySize: maxFieldsOfOne,
    sizeCalculation: ({ fields }) => fields,
  });
  return (operation) => {
    const cached = cache.get(operation);
    if (cached !== undefined) return cached;
    const compiled = new CompiledQuery(schema, operation.ast, operation.definition);
    cache.set(operation, compiled);
    return compiled;
  };
}

const referenceRefusal = (): GraphQLError =>
  badRequest('graphql-js executes the operations of this façade, and knows no onError but PROPAGATE.');

/** Only introspection is executed without a session, and its resolvers use none. */
const noSession = new Proxy(Object.create(null) as Session, {
  get() {
    throw new PartnerError('UNAUTHENTICATED', 'The request has no credential to read the Partner API with.');
  },
});

async function executeByReference(
  schema: GraphQLSchema,
  { operation, variables }: ExecutionRequest,
  contextValue: Context,
  hideSuggestions: boolean,
): Promise<MeasuredResult> {
  const result = await execute({
    schema,
    hideSuggestions,
    // Each error repeats the whole value of its variable before its message is cut.
    options: { maxCoercionErrors: 10 },
    document: operation.ast,
    contextValue,
    variableValues: { ...variables },
    ...(operation.name !== '' && { operationName: operation.name }),
  });
  const { reported } = contextValue;
  return reported === undefined ? result : { ...result, errors: [...(result.errors ?? []), ...reported] };
}
