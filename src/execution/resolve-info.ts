import type { GraphQLResolveInfo } from 'graphql';
import type { Place } from './result-path.js';
import type { CompiledField } from './compiled-query.js';
import type { Run } from './execution.js';

/** What a resolver is told beside its arguments; put together from the plan when it is looked at. */
export class FieldInfo implements GraphQLResolveInfo {
  readonly rootValue = undefined;

  constructor(
    private readonly run: Run,
    private readonly field: CompiledField,
    private readonly place: Place,
  ) {}

  get fieldName() {
    return this.field.name;
  }

  get fieldNodes() {
    return this.field.nodes;
  }

  get returnType() {
    return this.field.returnType;
  }

  get parentType() {
    return this.field.parentType;
  }

  get path(): GraphQLResolveInfo['path'] {
    const path = this.place.resolvePath();
    if (path === undefined) throw new Error('A field has a place in the answer.');
    return path;
  }

  get schema() {
    return this.run.plan.schema;
  }

  get fragments() {
    return this.run.plan.fragments;
  }

  get operation() {
    return this.run.plan.definition;
  }

  get variableValues() {
    return this.run.variables;
  }
}
