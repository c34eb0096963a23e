import { execute as executeIncrementally, flattenIncrementalResults } from '@graphql-tools/executor';
import { execute, type ExecutionResult, type GraphQLError, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../graphql/builder.js';
import { prepare, type Prepared } from '../execution/prepare.js';
import type { CheckedOperation } from './document/document.js';

/** What is executed, and for whom. */
export interface ExecutionRequest {
  readonly operation: CheckedOperation;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: Context;
  /** Whether the client takes an answer in parts. */
  readonly acceptsIncremental: boolean;
}

/** A part of an answer that is given in parts. */
export interface IncrementalPart {
  readonly data?: Record<string, unknown> | null;
  readonly items?: readonly unknown[] | null;
  readonly errors?: readonly GraphQLError[];
  readonly path?: readonly (string | number)[];
  readonly label?: string;
}

export interface IncrementalResult extends ExecutionResult {
  readonly hasNext?: boolean;
  readonly incremental?: readonly IncrementalPart[];
}

export type Executed = ExecutionResult | AsyncIterable<IncrementalResult>;

export type Execute = (request: ExecutionRequest) => Executed | Promise<Executed>;

/** Fields of all operations together that are kept ready to run; each takes a few kilobytes. */
const mostFields = 3000;

/**
 * Makes the execution of operations on a schema. Most are run by a plan that is made once (`execution/`), and the others
 * by graphql-js, with the same answer; `@defer` and `@stream` are served in parts to a client that takes them, and to any
 * other whole, as the directives allow.
 *
 * @param isPlanned false to have all of them executed by graphql-js
 */
export function createExecute(schema: GraphQLSchema, isPlanned: boolean): Execute {
  const unplannable = new WeakSet<CheckedOperation>();
  const kept = new LRUCache<CheckedOperation, Prepared>({
    maxSize: mostFields,
    sizeCalculation: ({ fields }) => fields,
  });

  const preparedFor = (operation: CheckedOperation): Prepared | undefined => {
    if (!isPlanned || unplannable.has(operation)) return undefined;
    const known = kept.get(operation);
    if (known !== undefined) return known;
    const fresh = prepare(schema, operation.ast, operation.definition);
    if (fresh === undefined) unplannable.add(operation);
    else kept.set(operation, fresh);
    return fresh;
  };

  return (request) => {
    const { operation, variables, context } = request;
    if (request.acceptsIncremental && operation.isIncremental) return executeInParts(schema, request);
    // A plan gives nothing where the variables do not fit: graphql-js tells that in its own words.
    return preparedFor(operation)?.run(context, variables) ?? execute(argumentsOf(schema, request));
  };
}

async function executeInParts(schema: GraphQLSchema, request: ExecutionRequest): Promise<Executed> {
  const executed = await executeIncrementally(argumentsOf(schema, request));
  return 'initialResult' in executed ? flattenIncrementalResults(executed) : executed;
}

const argumentsOf = (schema: GraphQLSchema, { operation, variables, context }: ExecutionRequest) => ({
  schema,
  document: operation.ast,
  contextValue: context,
  variableValues: { ...variables },
  ...(operation.name !== '' && { operationName: operation.name }),
});
