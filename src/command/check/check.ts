import {
  type DocumentNode,
  ExecutableDefinitionsRule,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  LoneAnonymousOperationRule,
  NoDeprecatedCustomRule,
  type OperationDefinitionNode,
  UniqueFragmentNamesRule,
  UniqueOperationNamesRule,
  validate,
  type VariableDefinitionNode,
} from 'graphql';
import type { Settings } from '../../config.js';
import type { Variables } from '../../execution/coercion.js';
import { CompiledQuery } from '../../execution/compile.js';
import type { CompiledOperation } from '../../execution/compile-selection.js';
import { type SelectedField, summaryOf } from '../../graphql/cost/selected-field.js';
import { checkLists } from '../../graphql/list-argument.js';
import { sizeRefusal } from '../../graphql/read-connection.js';
import { CheckedOperations } from '../../document/checked-operation.js';
import { checkParsed } from '../../document/document.js';
import { intervalRefusal, rateRefusal } from '../../document/live-rate.js';
import { placeOf, type Problem, problemOf } from './document.js';
import { FragmentUse } from './fragment-use.js';
import { AssumedVariables, type ListSizes, type Need, withUnknownIncluded } from './need.js';

interface CheckOptions {
  readonly schema: GraphQLSchema;
  readonly limits: Settings;
  readonly sizes: ListSizes;
  /** REST requests that one operation may spend. */
  readonly maxRequests: number;
  /** By the name of the operation. */
  readonly variables: Readonly<Record<string, Variables>>;
}

export interface OperationNeed extends Need {
  /** Null for an anonymous operation. */
  readonly name: string | null;
  readonly file: string;
  readonly line: number;
  readonly problems: readonly Problem[];
}

/**
 * Checks documents that share their fragments, each operation as if a client had sent it with the
 * fragments that it uses.
 */
export function checkGroup(documents: readonly DocumentNode[], options: CheckOptions) {
  const { schema } = options;
  const all: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: documents.flatMap(({ definitions }) => definitions),
  };
  const fragments = new FragmentUse(all);
  const errors = validate(schema, all, [
    ExecutableDefinitionsRule,
    fragments.noUnusedRule,
    UniqueFragmentNamesRule,
  ]);
  const operations = documents.flatMap((document) => {
    const doubled = validate(schema, document, [
      LoneAnonymousOperationRule,
      UniqueOperationNamesRule,
    ]);
    return document.definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION
        ? [checkOperation(definition, fragments, doubled, options)]
        : [],
    );
  });
  return {
    operations,
    /** Those that belong to no operation. */
    problems: errors.map((error) => problemOf(error)),
  };
}

function checkOperation(
  definition: OperationDefinitionNode,
  fragments: FragmentUse,
  doubled: readonly GraphQLError[],
  options: CheckOptions,
): OperationNeed {
  const { schema, limits } = options;
  const { file, line } = placeOf(definition);
  const problems: Problem[] = [];
  const add: AddProblem = (error, kind) => void problems.push(problemOf(error, definition, kind));
  for (const error of doubled) if (standsIn(definition, error)) add(error);
  let need: Need = { scopes: [], requests: 0 };
  try {
    const document = fragments.documentOf(definition, limits.MAX_QUERY_TOKENS);
    const result = checkParsed(document, schema, limits);
    if ('errors' in result) {
      for (const error of result.errors) add(error);
    } else if (definition.operation === 'mutation') {
      throw readOnly();
    } else {
      need = findNeed(document, definition, options, add);
      for (const error of validate(schema, document, [NoDeprecatedCustomRule])) {
        add(error, 'deprecated');
      }
    }
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    add(error);
  }
  return { name: definition.name?.value ?? null, file, line, ...need, problems };
}

const readOnly = (): GraphQLError =>
  new GraphQLError('The Partner API is read-only: there is no mutation.');

type AddProblem = (error: GraphQLError, kind?: Problem['kind']) => void;

/** What a valid operation needs; adds the limits that it exceeds. */
function findNeed(
  document: DocumentNode,
  definition: OperationDefinitionNode,
  { schema, limits, sizes, maxRequests, variables }: CheckOptions,
  add: AddProblem,
): Need {
  const name = definition.name?.value ?? '';
  const given = Object.hasOwn(variables, name) ? (variables[name] ?? {}) : {};
  const assumed = new AssumedVariables(schema, definition, given, limits);
  const included = withUnknownIncluded(document, assumed.unknown);
  const operation = new CheckedOperations(included, schema).get(name);
  const query = operation?.live?.query ?? operation;
  // A subscription to nothing but `__typename`.
  if (query?.definition.operation !== 'query') return { scopes: [], requests: 0 };
  const values = assumed.values();
  const compiled = new CompiledQuery(schema, query.ast, query.definition).variantFor(values);
  addArgumentFaults(compiled, values, limits, add);
  const isGiven = ({ variable }: VariableDefinitionNode): boolean =>
    Object.hasOwn(given, variable.name.value);
  const filled = definition.variableDefinitions?.filter(isGiven) ?? [];
  for (const misfit of getVariableValues(schema, filled, given).errors ?? []) add(misfit);
  const need = assumed.needOf(compiled, sizes);
  if (need.requests > maxRequests) {
    const message = `The operation may need ${need.requests} REST requests; ${maxRequests} are allowed.`;
    add(new GraphQLError(message), 'budget');
  }
  const everySeconds = operation?.live?.everySeconds(values);
  if (everySeconds === undefined) return need;
  const refused =
    intervalRefusal(everySeconds, limits) ?? rateRefusal(need.requests, everySeconds, limits);
  if (refused !== undefined) add(refused, 'limit');
  return need;
}

/** Adds lists of arguments that are too long, and pages that are too large. */
function addArgumentFaults(
  compiled: CompiledOperation,
  values: Variables,
  limits: Settings,
  add: AddProblem,
): void {
  const summary = summaryOf(compiled);
  const tooLong = checkLists(summary, values, limits);
  if (tooLong !== undefined) add(tooLong);
  for (const field of summary.all) {
    const fault = largePageOf(field, values, limits.MAX_PAGE_SIZE);
    if (fault !== undefined) add(new GraphQLError(fault), 'limit');
  }
}

/** A message where a connection asks for too many items. */
function largePageOf(
  field: SelectedField,
  variables: Variables,
  maxSize: number,
): string | undefined {
  if (field.reads?.kind !== 'pages') return undefined;
  for (const name of ['first', 'last']) {
    const size = field.argument(name, variables);
    const refused = typeof size === 'number' ? sizeRefusal(name, size, maxSize) : undefined;
    if (refused !== undefined) return `${field.path}: ${refused.message}`;
  }
  return undefined;
}

const standsIn = ({ loc }: OperationDefinitionNode, { positions }: GraphQLError): boolean =>
  loc !== undefined && positions?.some((at) => at >= loc.start && at < loc.end) === true;
