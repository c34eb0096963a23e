import type { GraphQLResolveInfo } from 'graphql';
import type { Place } from './place.js';
import type { FieldPlan } from './plan.js';
import type { Run } from './run.js';

type Path = GraphQLResolveInfo['path'];

/** What a resolver is told beside its arguments; put together from the plan when it is looked at. */
export class FieldInfo implements GraphQLResolveInfo {
  readonly rootValue = undefined;

  constructor(
    private readonly run: Run,
    private readonly field: FieldPlan,
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

  get path(): Path {
    return pathOf(this.place);
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

/** The place of the whole answer is no part of a path. */
function pathOf({ prev, key, typename }: Place): Path {
  return { prev: prev?.prev === undefined ? undefined : pathOf(prev), key, typename };
}
