import {
  BREAK,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import { createDirectives, type Directives, whateverHolds } from './directive.js';
import { run, runIncrementally } from './execute.js';
import type { IncrementalResult } from './incremental-record.js';
import { compileSelection, type Compilation, type Variables } from './compiled-query.js';
import type { CompiledOperation, Outcome } from './execution.js';
import { createCoercion } from './variable.js';
import type { Bounds } from './work.js';

/** An operation that is ready to be run any number of times. */
export interface CompiledQuery {
  /** Undefined where the variables do not fit: then no field was read. */
  readonly run: (
    context: unknown,
    variables: Variables,
    bounds: Bounds,
  ) => Outcome | Promise<Outcome> | undefined;
  /** The same, with what `@defer` and `@stream` name in parts. */
  readonly runIncrementally: (
    context: unknown,
    variables: Variables,
    bounds: Bounds,
  ) => Promise<Outcome | AsyncIterableIterator<IncrementalResult>> | undefined;
  /** Its fields, fragments opened, in each way in which it is likely to be planned. */
  readonly fields: number;
}

/** Plans that one operation keeps, one for each way in which its conditions turn out. */
const maxCompiled = 16;

/**
 * Makes a query ready to run.
 *
 * @param document checked against the schema
 */
export function compileQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): CompiledQuery {
  const conditions = [...conditionsOf(document)];
  const makePlan = createPlanner(schema, document, definition);
  // With everything that any condition may select; without directives, that is the plan.
  const { plan, fields } = makePlan(whateverHolds);
  const whole = hasDirectives(document)
    ? createChoice(conditions, (variables) => makePlan(createDirectives(schema, variables, false)).plan)
    : () => plan;
  const inParts = createChoice(
    conditions,
    (variables) => makePlan(createDirectives(schema, variables, true)).plan,
  );
  const coerce = createCoercion(schema, definition);
  return {
    run(context, inputs, bounds) {
      const variables = coerce(inputs);
      return variables && run(whole(variables), context, variables, bounds);
    },
    runIncrementally(context, inputs, bounds) {
      const variables = coerce(inputs);
      return variables && runIncrementally(inParts(variables), context, variables, bounds);
    },
    fields: fields * Math.min(maxCompiled, 2 ** conditions.length),
  };
}

type MakePlan = (directives: Directives) => { readonly plan: CompiledOperation; readonly fields: number };

function createPlanner(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): MakePlan {
  const fragments = fragmentsOf(document);
  return (directives) => {
    const type = schema.getQueryType();
    if (!type || definition.operation !== 'query') throw new Error('Only queries are planned.');
    const planning: Compilation = { schema, fragments, fields: 0, ...directives };
    const root = compileSelection(planning, type, [definition]);
    return { plan: { schema, fragments, definition, root }, fields: planning.fields };
  };
}

/** One plan for each way in which the conditions turn out. */
function createChoice(
  conditions: readonly string[],
  makePlan: (variables: Variables) => CompiledOperation,
): (variables: Variables) => CompiledOperation {
  const plans = new Map<string, CompiledOperation>();
  return (variables) => {
    // Null, false and nothing at all are three different things.
    const choice = conditions.length === 0 ? '' : conditions.map((name) => textOf(variables[name])).join();
    const known = plans.get(choice);
    if (known !== undefined) return known;
    const plan = makePlan(variables);
    if (plans.size < maxCompiled) plans.set(choice, plan);
    return plan;
  };
}

const textOf = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));

function hasDirectives(document: DocumentNode): boolean {
  let has = false;
  visit(document, {
    Directive() {
      has = true;
      return BREAK;
    },
  });
  return has;
}

/** Names of the variables that directives look at. */
function conditionsOf(document: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>();
  visit(document, {
    Directive({ arguments: given = [] }) {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return names;
}

function fragmentsOf(document: DocumentNode): Readonly<Record<string, FragmentDefinitionNode>> {
  // Without a prototype every name is an ordinary one.
  const fragments = Object.create(null) as Record<string, FragmentDefinitionNode>;
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments[each.name.value] = each;
  return fragments;
}
