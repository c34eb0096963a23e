import { execute as executeIncrementally, flattenIncrementalResults } from '@graphql-tools/executor';
import { execute, type ExecutionResult, type GraphQLError, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Context } from '../graphql/builder.js';
import { type Compiled, compile } from './compilation.js';
import type { CheckedOperation } from './document.js';

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

/** Uses of an operation before it is compiled: compiling costs as much as running it some dozen times. */
const usesBeforeCompiling = 2;

/** Fields of all compiled operations together; compiled code takes some ten kilobytes for each. */
const mostCompiledSelections = 3000;

/**
 * Makes the execution of operations on a schema. An operation that comes again is compiled where that is safe and gives
 * the same answer; `@defer` and `@stream` are served in parts to a client that takes them, and to any other whole, as
 * the directives allow.
 *
 * @param mayCompile false where the runtime forbids code made at run time
 */
export function createExecute(schema: GraphQLSchema, mayCompile: boolean): Execute {
  const uses = new WeakMap<CheckedOperation, number>();
  const impossible = new WeakSet<CheckedOperation>();
  const kept = new LRUCache<CheckedOperation, Compiled>({
    maxSize: mostCompiledSelections,
    sizeCalculation: ({ selections }) => selections,
    // What is compiled anew must first come again as often as a new one.
    dispose: (_compiled, operation) => void uses.delete(operation),
  });

  const compiledFor = (operation: CheckedOperation): Compiled | undefined => {
    if (!mayCompile || impossible.has(operation)) return undefined;
    const known = kept.get(operation);
    if (known !== undefined) return known;
    const used = (uses.get(operation) ?? 0) + 1;
    uses.set(operation, used);
    if (used <= usesBeforeCompiling) return undefined;
    const fresh = compile(schema, operation);
    if (fresh === undefined) impossible.add(operation);
    else kept.set(operation, fresh);
    return fresh;
  };

  return (request) => {
    const { operation, variables, context } = request;
    if (request.acceptsIncremental && operation.isIncremental) return executeInParts(schema, request);
    // Compiled code gives nothing where the variables do not fit: graphql-js tells that in its own words.
    return compiledFor(operation)?.run(context, variables) ?? execute(argumentsOf(schema, request));
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
