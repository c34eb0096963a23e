import {
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  getVariableValues,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { CannotBePlanned, planObject } from './plan.js';
import { type OperationPlan, run } from './run.js';

/** An operation that is ready to be run any number of times. */
export interface Prepared {
  /** Undefined where the variables do not fit: then no field was read. */
  readonly run: (
    context: unknown,
    variables: Readonly<Record<string, unknown>>,
  ) => ExecutionResult | Promise<ExecutionResult> | undefined;
  /** Its fields, fragments opened. */
  readonly fields: number;
}

/** Fields of the largest operation that is prepared, fragments opened in each place and for each type. */
const mostFields = 500;

/**
 * Makes a query ready to run; undefined for what only graphql-js can: directives, introspection, mutations.
 *
 * @param document checked against the schema
 */
export function prepare(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): Prepared | undefined {
  const type = schema.getQueryType();
  if (!type || definition.operation !== 'query') return undefined;
  const planning = { schema, fragments: fragmentsOf(document), fieldsLeft: mostFields };
  try {
    const root = planObject(planning, type, [definition]);
    const plan: OperationPlan = { schema, fragments: planning.fragments, definition, root };
    return {
      run: (context, inputs) => runWith(plan, context, inputs),
      fields: mostFields - planning.fieldsLeft,
    };
  } catch (error) {
    if (error instanceof CannotBePlanned) return undefined;
    throw error;
  }
}

function runWith(
  plan: OperationPlan,
  context: unknown,
  inputs: Readonly<Record<string, unknown>>,
): ReturnType<Prepared['run']> {
  const variables = getVariableValues(plan.schema, plan.definition.variableDefinitions ?? [], inputs);
  return variables.coerced === undefined ? undefined : run(plan, context, variables.coerced);
}

function fragmentsOf(document: DocumentNode): Readonly<Record<string, FragmentDefinitionNode>> {
  // Without a prototype every name is an ordinary one.
  const fragments = Object.create(null) as Record<string, FragmentDefinitionNode>;
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments[each.name.value] = each;
  return fragments;
}
