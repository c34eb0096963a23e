import { execute as executeIncrementally, flattenIncrementalResults } from '@graphql-tools/executor';
import { execute, type ExecutionResult, type GraphQLError, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { Context } from '../graphql/builder.js';
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

/** An operation that has been compiled for one schema. */
type Compiled = (
  root: unknown,
  context: unknown,
  variables: Readonly<Record<string, unknown>>,
) => ExecutionResult | Promise<ExecutionResult>;

/** Uses of an operation before it is compiled: compiling costs as much as running it some dozen times. */
const usesBeforeCompiling = 2;

/**
 * Makes the execution of operations on a schema. An operation that comes again is compiled, unless it has directives,
 * which compiled execution does not follow in every place; `@defer` and `@stream` are
 * served in parts to a client that takes them, and to any other whole, as the directives allow.
 *
 * @param mayCompile false where the runtime forbids code made at run time
 */
export function createExecute(schema: GraphQLSchema, mayCompile: boolean): Execute {
  const uses = new WeakMap<CheckedOperation, number>();
  const compiled = new WeakMap<CheckedOperation, Compiled | 'impossible'>();

  const compiledFor = (operation: CheckedOperation): Compiled | undefined => {
    const known = compiled.get(operation);
    if (known !== undefined) return known === 'impossible' ? undefined : known;
    const used = (uses.get(operation) ?? 0) + 1;
    uses.set(operation, used);
    if (!mayCompile || operation.hasDirectives || used <= usesBeforeCompiling) return undefined;
    const fresh = compile(schema, operation);
    compiled.set(operation, fresh ?? 'impossible');
    return fresh;
  };

  return (request) => {
    const { operation, variables, context } = request;
    if (request.acceptsIncremental && operation.isIncremental) return executeInParts(schema, request);
    const run = compiledFor(operation);
    return run === undefined ? execute(argumentsOf(schema, request)) : run(undefined, context, variables);
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

/** Undefined for what cannot be compiled, which is then executed as usual. */
function compile(schema: GraphQLSchema, { ast, name }: CheckedOperation): Compiled | undefined {
  try {
    const query = compileQuery(schema, ast, name);
    return isCompiledQuery(query) ? query.query : undefined;
  } catch {
    return undefined;
  }
}
