import { execute, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../graphql/builder.js';
import type { IncrementalExecutionResult } from '../execution/incremental-publisher.js';
import { compileQuery, type CompiledQuery } from '../execution/compile.js';
import type { MeasuredResult } from '../execution/execution.js';
import { kindOfError } from '../graphql/error.js';
import type { CheckedOperation } from './documents/document.js';

/** What is executed, and for whom. */
export interface ExecutionRequest {
  readonly operation: CheckedOperation;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: Context;
  /** Whether the client takes an answer in parts. */
  readonly acceptsIncremental: boolean;
  /** Why the operation has ended early, as soon as it has. */
  readonly ended: () => Error | undefined;
}

export type Executed = MeasuredResult | AsyncIterable<IncrementalExecutionResult>;

export type Execute = (request: ExecutionRequest) => Executed | Promise<Executed>;

export interface ExecuteOptions {
  readonly schema: GraphQLSchema;
  /** False to have all operations executed by graphql-js. */
  readonly isPlanned: boolean;
  /** Fields and items of one answer (MAX_RESPONSE_NODES). */
  readonly maxNodes: number;
}

/** Fields of all operations together that are kept ready to run; each takes a few kilobytes. */
const maxFields = 3000;

/** Fields of the largest operation that is kept: one request must not displace all others. */
const maxFieldsOfOne = 500;

/** A message of an answer in parts is printed in one go, so such an answer has fewer fields and items. */
const maxNodesInParts = 100_000;

/**
 * Makes the execution of operations on a schema. They are run by a plan that is made once (`execution/`); `@defer` and
 * `@stream` are served in parts to a client that takes them, and to any other whole, as the directives allow.
 */
export function createExecute({ schema, isPlanned, maxNodes }: ExecuteOptions): Execute {
  const kept = new LRUCache<CheckedOperation, CompiledQuery>({
    maxSize: maxFields,
    maxEntrySize: maxFieldsOfOne,
    sizeCalculation: ({ fields }) => fields,
  });

  const preparedFor = (operation: CheckedOperation): CompiledQuery => {
    const known = kept.get(operation);
    if (known !== undefined) return known;
    const fresh = compileQuery(schema, operation.ast, operation.definition);
    kept.set(operation, fresh);
    return fresh;
  };

  const runPlanned = (request: ExecutionRequest): Executed | Promise<Executed> | undefined => {
    const { operation, variables, context, ended } = request;
    const prepared = preparedFor(operation);
    const isInParts = request.acceptsIncremental && operation.isIncremental;
    const bounds = { maxNodes, ended, kindOf: kindOfError };
    if (!isInParts) return prepared.execute(context, variables, bounds);
    return prepared.executeIncrementally(context, variables, {
      ...bounds,
      maxNodes: Math.min(maxNodes, maxNodesInParts),
    });
  };

  // A plan gives nothing where the variables do not fit: graphql-js tells that in its own words.
  return (request) => (isPlanned ? runPlanned(request) : undefined) ?? execute(argumentsOf(schema, request));
}

const argumentsOf = (schema: GraphQLSchema, { operation, variables, context }: ExecutionRequest) => ({
  schema,
  document: operation.ast,
  contextValue: context,
  variableValues: { ...variables },
  ...(operation.name !== '' && { operationName: operation.name }),
});
