import type { GraphQLResolveInfo } from 'graphql';
import { toVariableValues } from './coercion.js';
import type { Execution } from './execution.js';
import type { ResultPath } from './result-path.js';

/** The `info` of a resolver. Its members are computed when they are read: few resolvers read any. */
export class ResolveInfo implements GraphQLResolveInfo {
  readonly rootValue = undefined;

  constructor(
    private readonly execution: Execution,
    private readonly resultPath: ResultPath,
  ) {}

  /** Lists an error beside the value of the field. */
  report(error: Error): void {
    this.execution.listError(error, this.resultPath);
  }

  get fieldName() {
    return this.resultPath.field.fieldName;
  }

  get fieldNodes() {
    return this.resultPath.field.nodes;
  }

  get returnType() {
    return this.resultPath.field.returnType;
  }

  get parentType() {
    return this.resultPath.field.parentType;
  }

  get path(): GraphQLResolveInfo['path'] {
    return this.resultPath.toResolvePath();
  }

  get schema() {
    return this.execution.operation.schema;
  }

  get fragments() {
    return this.execution.operation.fragments;
  }

  get operation() {
    return this.execution.operation.definition;
  }

  get variableValues() {
    return toVariableValues(this.execution.variables);
  }

  // From graphql-js 17 on. The resolvers of the façade use neither.
  getAbortSignal(): undefined {
    return undefined;
  }

  getAsyncHelpers() {
    return {
      promiseAll: <T>(values: readonly (PromiseLike<T> | T)[]): Promise<T[]> => Promise.all(values),
      track: (): void => undefined,
    };
  }
}
