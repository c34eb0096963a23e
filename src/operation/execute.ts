import { execute, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { compileQuery, type CompiledQuery } from '../execution/compile.js';
import type { MeasuredResult } from '../execution/execution.js';
import type { IncrementalExecutionResult } from '../execution/incremental-publisher.js';
import type { Context } from '../graphql/builder.js';
import { kindOfError } from '../graphql/error.js';
import type { CheckedOperation } from './documents/checked-operation.js';

export interface ExecutionRequest {
  readonly operation: CheckedOperation;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: Context;
  /** Whether the client accepts incremental delivery. */
  readonly acceptsIncremental: boolean;
  /** Why the operation has ended early, once it has. */
  readonly ended: () => Error | undefined;
}

export type Executed = MeasuredResult | AsyncIterable<IncrementalExecutionResult>;

export type Execute = (request: ExecutionRequest) => Executed | Promise<Executed>;

export interface ExecuteOptions {
  readonly schema: GraphQLSchema;
  /** False to have graphql-js execute all operations. */
  readonly isPlanned: boolean;
  /** Fields and items of one response (MAX_RESPONSE_NODES). */
  readonly maxNodes: number;
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
 */
export function createExecute({ schema, isPlanned, maxNodes }: ExecuteOptions): Execute {
  const cache = new LRUCache<CheckedOperation, CompiledQuery>({
    maxSize: maxFields,
    maxEntrySize: maxFieldsOfOne,
    sizeCalculation: ({ fields }) => fields,
  });

  const compiledQueryOf = (operation: CheckedOperation): CompiledQuery => {
    const cached = cache.get(operation);
    if (cached !== undefined) return cached;
    const compiled = compileQuery(schema, operation.ast, operation.definition);
    cache.set(operation, compiled);
    return compiled;
  };

  const executeCompiled = (request: ExecutionRequest): Executed | Promise<Executed> | undefined => {
    const { operation, variables, context, ended } = request;
    const query = compiledQueryOf(operation);
    if (!request.acceptsIncremental || !operation.isIncremental)
      return query.execute(context, variables, { maxNodes, ended, kindOf: kindOfError });
    const bounds = { maxNodes: Math.min(maxNodes, maxIncrementalNodes), ended, kindOf: kindOfError };
    return query.executeIncrementally(context, variables, bounds);
  };

  // Where the variables do not fit, graphql-js reports it in its own words.
  return (request) =>
    (isPlanned ? executeCompiled(request) : undefined) ?? executeByReference(schema, request);
}

const executeByReference = (
  schema: GraphQLSchema,
  { operation, variables, context }: ExecutionRequest,
): MeasuredResult | Promise<MeasuredResult> =>
  execute({
    schema,
    document: operation.ast,
    contextValue: context,
    variableValues: { ...variables },
    ...(operation.name !== '' && { operationName: operation.name }),
  });
