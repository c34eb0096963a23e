import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode, visit } from 'graphql';
import { createCoerceVariables, type Variables } from './coercion.js';
import { type Compilation, compileSelection } from './compile-selection.js';
import type { CompiledOperation } from './compiled-query.js';
import type { DirectiveContext } from './directive.js';
import { executeSelection } from './execute-field.js';
import { Execution, type MeasuredResult } from './execution.js';
import { type IncrementalExecutionResult, IncrementalPublisher } from './incremental-publisher.js';
import { DataPath } from './result-path.js';
import { fragmentsOf } from './selection.js';
import { maxErrors, type Work } from './work.js';

/** A query that is compiled once and executed any number of times. */
export interface CompiledQuery {
  /**
   * Executes as graphql-js does (GraphQL, "Executing Selection Sets"), but reads plain members in place, waits for promises
   * alone, and makes a large result in slices. Undefined where the variables do not fit: then nothing was executed.
   */
  readonly execute: (
    context: unknown,
    variables: Variables,
    work: Work,
  ) => MeasuredResult | Promise<MeasuredResult> | undefined;
  /** The same with incremental delivery of what `@defer` and `@stream` name. */
  readonly executeIncrementally: (
    context: unknown,
    variables: Variables,
    work: Work,
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
  const { operation, fields } = compile({ variables: undefined, isIncremental: false });
  const variantFor = hasDirectives
    ? createVariants(variableNames, (variables) => compile({ variables, isIncremental: false }))
    : () => operation;
  const incrementalVariantFor = createVariants(variableNames, (variables) =>
    compile({ variables, isIncremental: true }),
  );
  const coerceVariables = createCoerceVariables(schema, definition);
  return {
    execute(context, inputs, work) {
      const variables = coerceVariables(inputs);
      if (variables === undefined) return undefined;
      const execution = new Execution(variantFor(variables), context, variables, work, undefined);
      return run(execution)?.then(() => resultOf(execution)) ?? resultOf(execution);
    },
    executeIncrementally(context, inputs, work) {
      const variables = coerceVariables(inputs);
      if (variables === undefined) return undefined;
      const publisher = new IncrementalPublisher(work);
      return publish(
        new Execution(incrementalVariantFor(variables), context, variables, work, publisher),
        publisher,
      );
    },
    fields: fields * Math.min(maxVariants, 2 ** variableNames.length),
  };
}

/** Undefined where the result is complete at once. */
function run(execution: Execution): Promise<void> | undefined {
  const { work, operation } = execution;
  work.attempt(() => executeSelection(execution, operation.root, undefined, new DataPath(execution)));
  if (execution.pending === 0 || work.endError !== undefined) return undefined;
  return new Promise((resolve) => {
    execution.onComplete = resolve;
    work.onEnd = resolve;
  });
}

function resultOf({ data, errors, work }: Execution): MeasuredResult {
  const { endError, nodes, omittedErrors } = work;
  if (endError !== undefined) return { errors: [endError], data: null };
  if (errors === undefined) return { data, nodes };
  if (omittedErrors === undefined) return { errors, data, nodes };
  return { errors: [...errors, omittedErrors.summary(maxErrors)], data, nodes, omittedErrors };
}

/** Whole where nothing is deferred or streamed. */
async function publish(
  execution: Execution,
  publisher: IncrementalPublisher,
): Promise<MeasuredResult | AsyncIterableIterator<IncrementalExecutionResult>> {
  await run(execution);
  const result = resultOf(execution);
  return execution.work.endError !== undefined || publisher.isEmpty() ? result : publisher.publish(result);
}

interface Variant {
  readonly operation: CompiledOperation;
  readonly fields: number;
}

function createCompile(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): (given: Omit<DirectiveContext, 'schema'>) => Variant {
  const fragments = fragmentsOf(document);
  return (given) => {
    const type = schema.getQueryType();
    if (!type || definition.operation !== 'query') throw new Error('Only queries are compiled.');
    const compilation: Compilation = { schema, fragments, fields: 0, ...given };
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
