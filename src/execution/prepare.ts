import {
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql';
import type { IsIncluded } from './collect.js';
import { CannotBePlanned, planObject, type Variables } from './plan.js';
import { type OperationPlan, run } from './run.js';
import { createCoercion } from './variable.js';

/** An operation that is ready to be run any number of times. */
export interface Prepared {
  /** Undefined where the variables do not fit: then no field was read. */
  readonly run: (
    context: unknown,
    variables: Variables,
  ) => ExecutionResult | Promise<ExecutionResult> | undefined;
  /** Its fields, fragments opened. */
  readonly fields: number;
}

/** Fields of the largest operation that is prepared, fragments opened in each place and for each type. */
const mostFields = 500;

/** Variables that may decide what is selected: each doubles the number of plans. */
const mostConditions = 4;

/**
 * Makes a query ready to run; undefined for what only graphql-js can: introspection, mutations, very large ones.
 *
 * @param document checked against the schema
 */
export function prepare(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): Prepared | undefined {
  const conditions = conditionsOf(document);
  const makePlan = createPlanner(schema, document, definition);
  try {
    // With everything that any condition may select.
    const { fields } = makePlan(() => true);
    if (conditions.size > mostConditions) return undefined;
    const planFor = createChoice(conditions, makePlan);
    const coerce = createCoercion(schema, definition);
    return {
      run(context, inputs) {
        const variables = coerce(inputs);
        return variables && run(planFor(variables), context, variables);
      },
      fields: fields * 2 ** conditions.size,
    };
  } catch (error) {
    if (error instanceof CannotBePlanned) return undefined;
    throw error;
  }
}

type MakePlan = (isIncluded: IsIncluded) => { readonly plan: OperationPlan; readonly fields: number };

function createPlanner(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): MakePlan {
  const fragments = fragmentsOf(document);
  return (isIncluded) => {
    const type = schema.getQueryType();
    if (!type || definition.operation !== 'query') throw new CannotBePlanned('It is no query.');
    const planning = { schema, fragments, isIncluded, fieldsLeft: mostFields };
    const root = planObject(planning, type, [definition]);
    return { plan: { schema, fragments, definition, root }, fields: mostFields - planning.fieldsLeft };
  };
}

/** One plan for each way in which `@skip` and `@include` turn out. */
function createChoice(
  conditions: ReadonlySet<string>,
  makePlan: MakePlan,
): (variables: Variables) => OperationPlan {
  const plans = new Map<string, OperationPlan>();
  return (variables) => {
    const choice = [...conditions].map((name) => variables[name] === true).join();
    const known = plans.get(choice);
    if (known !== undefined) return known;
    const { plan } = makePlan((selection) => isSelected(selection, variables));
    plans.set(choice, plan);
    return plan;
  };
}

/** Names of the variables that `@skip` and `@include` look at. */
function conditionsOf(document: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>();
  visit(document, {
    Directive({ name, arguments: given = [] }) {
      if (name.value !== 'skip' && name.value !== 'include') return;
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return names;
}

function isSelected(selection: SelectionNode, variables: Variables): boolean {
  if ((selection.directives ?? []).length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false;
}

function fragmentsOf(document: DocumentNode): Readonly<Record<string, FragmentDefinitionNode>> {
  // Without a prototype every name is an ordinary one.
  const fragments = Object.create(null) as Record<string, FragmentDefinitionNode>;
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments[each.name.value] = each;
  return fragments;
}
