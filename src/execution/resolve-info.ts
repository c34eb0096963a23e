import type { GraphQLResolveInfo } from 'graphql';
import type { Execution } from './execution.js';
import { listError } from './field-error.js';
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
    listError(this.execution, error, this.resultPath);
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
    return this.execution.variables;
  }
}
