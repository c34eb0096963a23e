import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { Fragments } from './collect-fields.js';
import { type Compilation, compileSelection } from './compile-selection.js';
import type { CompiledOperation } from './compiled-query.js';
import { allIncluded, type Directives, evaluateDirectives } from './directive.js';
import { execute, executeIncrementally } from './execute.js';
import type { MeasuredResult } from './execution.js';
import type { IncrementalExecutionResult } from './incremental-publisher.js';
import { createCoerceVariables, type Variables } from './variable.js';
import type { Bounds } from './work.js';

/** A query that is compiled once and executed any number of times. */
export interface CompiledQuery {
  /** Undefined where the variables do not fit: then nothing was executed. */
  readonly execute: (
    context: unknown,
    variables: Variables,
    bounds: Bounds,
  ) => MeasuredResult | Promise<MeasuredResult> | undefined;
  /** The same with incremental delivery of what `@defer` and `@stream` name. */
  readonly executeIncrementally: (
    context: unknown,
    variables: Variables,
    bounds: Bounds,
  ) => Promise<MeasuredResult | AsyncIterableIterator<IncrementalExecutionResult>> | undefined;
  /** The compiled fields of all variants that it may come to keep: what it costs in memory. */
  readonly fields: number;
}

/** Variants that one query keeps; see `createVariants`. */
const maxVariants = 16;

/**
 * Compiles a query.
 *
 * @param document validated against the schema
 */
export function compileQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): CompiledQuery {
  const { hasDirectives, variableNames } = inspectDirectives(document);
  const compile = createCompile(schema, document, definition);
  // With every selection that a condition may include, this is the largest variant; without directives, the only one.
  const { operation, fields } = compile(allIncluded);
  const variantFor = hasDirectives
    ? createVariants(variableNames, (variables) => compile(evaluateDirectives(schema, variables, false)))
    : () => operation;
  const incrementalVariantFor = createVariants(variableNames, (variables) =>
    compile(evaluateDirectives(schema, variables, true)),
  );
  const coerceVariables = createCoerceVariables(schema, definition);
  return {
    execute(context, inputs, bounds) {
      const variables = coerceVariables(inputs);
      return variables && execute(variantFor(variables), context, variables, bounds);
    },
    executeIncrementally(context, inputs, bounds) {
      const variables = coerceVariables(inputs);
      return variables && executeIncrementally(incrementalVariantFor(variables), context, variables, bounds);
    },
    fields: fields * Math.min(maxVariants, 2 ** variableNames.length),
  };
}

interface Variant {
  readonly operation: CompiledOperation;
  readonly fields: number;
}

function createCompile(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): (directives: Directives) => Variant {
  const fragments = fragmentsOf(document);
  return (directives) => {
    const type = schema.getQueryType();
    if (!type || definition.operation !== 'query') throw new Error('Only queries are compiled.');
    const compilation: Compilation = { schema, fragments, directives, fields: 0 };
    const root = compileSelection(compilation, type, [definition]);
    return { operation: { schema, fragments, definition, root }, fields: compilation.fields };
  };
}

/** Compiles one variant for each combination of values that the variables of directives take. */
function createVariants(
  variableNames: readonly string[],
  compile: (variables: Variables) => Variant,
): (variables: Variables) => CompiledOperation {
  const variants = new Map<string, CompiledOperation>();
  return (variables) => {
    const key = variableNames.map((name) => printValue(variables[name])).join();
    const known = variants.get(key);
    if (known !== undefined) return known;
    const { operation } = compile(variables);
    if (variants.size < maxVariants) variants.set(key, operation);
    return operation;
  };
}

/** An absent variable is neither null nor false. */
const printValue = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));

/** Whether a document has directives, and which variables they take. */
function inspectDirectives(document: DocumentNode) {
  let hasDirectives = false;
  const names = new Set<string>();
  visit(document, {
    Directive({ arguments: given = [] }) {
      hasDirectives = true;
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return { hasDirectives, variableNames: [...names] };
}

function fragmentsOf(document: DocumentNode): Fragments {
  // No prototype: a fragment may have any name. An object without one has no members of other types either.
  const fragments = Object.create(null) as Record<string, FragmentDefinitionNode>;
  for (const each of document.definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments[each.name.value] = each;
  return fragments;
}
