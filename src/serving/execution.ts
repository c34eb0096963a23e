import { execute as executeIncrementally, flattenIncrementalResults } from '@graphql-tools/executor';
import { execute, type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import type { Context } from '../graphql/builder.js';
import type { CheckedOperation } from './document.js';

/** What is executed, and for whom. */
export interface ExecutionRequest {
  readonly schema: GraphQLSchema;
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

/**
 * Executes an operation. `@defer` and `@stream` are served in parts to a client that takes them; to any other they are
 * served whole, as the directives allow.
 */
export async function executeOperation(request: ExecutionRequest): Promise<Executed> {
  const { schema, operation, variables, context } = request;
  const args = {
    schema,
    document: operation.ast,
    contextValue: context,
    variableValues: { ...variables },
    ...(operation.name !== '' && { operationName: operation.name }),
  };
  if (!request.acceptsIncremental || !operation.isIncremental) return execute(args);
  const executed = await executeIncrementally(args);
  return 'initialResult' in executed ? flattenIncrementalResults(executed) : executed;
}
