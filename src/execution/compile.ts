import {
  type DirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { createCoerceVariables, type Variables } from './coercion.js';
import { FieldCollector, type IncrementalSpec } from './collect-fields.js';
import { type CompiledOperation, SelectionCompiler } from './compile-selection.js';
import { executeSelection } from './execute-field.js';
import { Execution, type MeasuredResult, QueryRun } from './execution.js';
import type { IncrementalExecutionResult } from './incremental-message.js';
import { IncrementalPublisher } from './incremental-publisher.js';
import { directivesOf, fragmentsOf } from './selection.js';
import type { Work } from './work.js';

/** A result, or its messages where it is delivered incrementally. */
export type Executed = MeasuredResult | AsyncIterable<IncrementalExecutionResult>;

/**
 * Variants that one query keeps, the last ones: one for each combination of values that the
 * variables of its directives have.
 */
const maxVariants = 16;

/** Characters of the values that a kept variant has. A label may be as long as a request. */
const maxKeyLength = 1000;

/** A query that is compiled once and executed any number of times. */
export class CompiledQuery {
  /** The compiled fields of all variants that it may come to keep: what it costs in memory. */
  readonly fields: number;
  private readonly fragments;
  private readonly coerceVariables;
  /**
   * The variables of its directives alone; undefined where they do not fit, and without any
   * directive.
   */
  private readonly coerceConditions: ReturnType<typeof createCoerceVariables> | undefined;
  /** Whether it has `@skip` or `@include`: without them, whatever is delivered at once is whole. */
  private readonly isConditional: boolean;
  /** With every selection that a condition may include: the largest variant. */
  readonly whole: CompiledOperation;
  private readonly variants = new Map<string, CompiledOperation>();

  /** @param document validated against the schema */
  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
    private readonly definition: OperationDefinitionNode,
  ) {
    this.fragments = fragmentsOf(document);
    const { variableDefinitions = [] } = definition;
    this.coerceVariables = createCoerceVariables(schema, variableDefinitions);
    const directives = directivesOf(document);
    const names = variablesIn(directives);
    const conditions = variableDefinitions.filter(({ variable }) => names.has(variable.name.value));
    this.coerceConditions =
      directives.length === 0 ? undefined : createCoerceVariables(schema, conditions);
    this.isConditional = directives.some(
      ({ name }) => name.value === 'skip' || name.value === 'include',
    );
    this.whole = this.compile();
    this.fields = this.whole.fields * Math.min(maxVariants, 2 ** names.size);
  }

  /**
   * Executes as graphql-js does (GraphQL, "Executing Selection Sets"), but reads plain members in
   * place, waits for promises alone, and makes a large result in slices. Undefined where the
   * variables do not fit: then nothing was executed.
   *
   * @param spec undefined to deliver at once what `@defer` and `@stream` name
   */
  execute(
    context: unknown,
    inputs: Variables,
    work: Work,
    spec?: IncrementalSpec,
  ): Executed | Promise<Executed> | undefined {
    const variables = this.coerceVariables(inputs);
    if (variables === undefined) return undefined;
    const publisher = spec && new IncrementalPublisher(work, spec);
    const operation = this.variantFor(variables, spec);
    const execution = new Execution(new QueryRun(operation, context, variables, work, publisher));
    const pending = runToEnd(execution);
    if (pending === undefined) return publish(execution, publisher);
    return pending.then(() => publish(execution, publisher));
  }

  /** Whether the variables of a request fit; where they do not, nothing is executed. */
  accepts(inputs: Variables): boolean {
    return this.coerceVariables(inputs) !== undefined;
  }

  /**
   * With the variables of a request, coerced or not; all that it may have where those of its
   * directives do not fit.
   */
  variantFor(inputs: Variables, spec?: IncrementalSpec): CompiledOperation {
    const { variants } = this;
    if (spec === undefined && !this.isConditional) return this.whole;
    const conditions = this.coerceConditions?.(inputs);
    if (conditions === undefined) return this.whole;
    const key = `${spec} ${JSON.stringify(conditions)}`;
    const known = variants.get(key);
    if (known !== undefined) return known;
    const operation = this.compile(conditions, spec);
    if (key.length > maxKeyLength) return operation;
    // The estimate of a request makes it, and its execution finds it, however many others there
    // are.
    const [oldest] = variants.keys();
    if (oldest !== undefined && variants.size === maxVariants) variants.delete(oldest);
    variants.set(key, operation);
    return operation;
  }

  /** @param variables undefined to include everything */
  private compile(variables?: Variables, spec?: IncrementalSpec): CompiledOperation {
    const { schema, fragments, definition } = this;
    const type = schema.getQueryType();
    if (!type || definition.operation !== 'query') throw new Error('Only queries are compiled.');
    const compiler = new SelectionCompiler(new FieldCollector(schema, fragments, variables, spec));
    const root = compiler.compile(type, [{ node: definition }], { around: [], depth: 0 });
    return { schema, definition, root, fields: compiler.fields };
  }
}

/** The names of the variables that are arguments of directives. */
function variablesIn(directives: readonly DirectiveNode[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { arguments: given = [] } of directives) {
    for (const { value } of given) {
      if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    }
  }
  return names;
}

/** Undefined where the result is complete at once. */
function runToEnd(execution: Execution): Promise<void> | undefined {
  const { work, run } = execution;
  work.attempt(() => executeSelection(execution, run.operation.root, undefined));
  if (!execution.isPending || work.endError !== undefined) return undefined;
  return new Promise((resolve) => {
    execution.whenComplete(resolve);
    work.whenEnded(resolve);
  });
}

function publish(
  execution: Execution,
  publisher?: IncrementalPublisher,
): Executed | Promise<Executed> {
  const result = resultOf(execution);
  return publisher?.publish(execution, result) ?? result;
}

function resultOf({ data: fields, errors, bytes, work }: Execution): MeasuredResult {
  const { endError, nodes, omittedErrors } = work;
  // The data of an operation are its fields.
  const data = fields as Record<string, unknown> | null;
  if (endError !== undefined) return { errors: [endError], data: null };
  if (errors === undefined) return { data, nodes, bytes };
  if (omittedErrors === undefined) return { errors, data, nodes, bytes };
  return { errors: [...errors, omittedErrors.summary()], data, nodes, bytes, omittedErrors };
}
