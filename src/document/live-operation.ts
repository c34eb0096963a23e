import { hash } from 'node:crypto';
import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import {
  createCoerceVariables,
  createReadArguments,
  type Variables,
} from '../execution/coercion.js';
import {
  fieldNodesOf,
  type Fragments,
  responseNameOf,
  walkSelection,
} from '../execution/selection.js';
import { refusal } from '../graphql/error.js';

/** A subscription to `live`, as the query that each of its polls runs. */
export interface LiveOperation {
  /** The response name of `live`. */
  readonly responseName: string;
  /** The query below `live`, with the fragments of its document. */
  readonly ast: DocumentNode;
  readonly definition: OperationDefinitionNode;
  /** Equal for operations that differ in white space alone. */
  readonly hash: string;
  /** Of the text of its document. */
  readonly characters: number;
  /** Where its result shows `resolvedAt`, which differs with every poll. */
  readonly clocks: Clocks;
  /**
   * The argument `everySeconds`; undefined where the variables do not fit.
   *
   * @throws GraphQLError for a value that does not
   */
  readonly everySeconds: (variables: Variables) => number | undefined;
}

/**
 * @param document the text's own; the fragments are of it
 * @param definition a subscription, in which validation has found one root field
 * @throws GraphQLError for `@skip` and `@include` of it: without it there is nothing to deliver
 */
export function toLiveOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
  fragments: Fragments,
): LiveOperation | undefined {
  checkConditions(definition.selectionSet, fragments);
  const fields = fieldNodesOf([definition.selectionSet], fragments);
  const [first] = fields;
  if (first === undefined) return undefined;
  const declared = schema.getSubscriptionType()?.getFields()[first.name.value];
  if (declared === undefined) return undefined;
  const selections = fields.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  const query: OperationDefinitionNode = {
    ...definition,
    operation: OperationTypeNode.QUERY,
    selectionSet: { kind: Kind.SELECTION_SET, selections },
  };
  const ast: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [query, ...Object.values(fragments)],
  };
  const responseName = responseNameOf(first);
  const coerceVariables = createCoerceVariables(schema, definition.variableDefinitions);
  const readArguments = createReadArguments(declared, first);
  return {
    responseName,
    ast,
    definition: query,
    characters: document.loc?.end ?? 0,
    hash: hash('sha256', `${responseName} ${print(ast)}`, 'base64url'),
    clocks: findClocks(query.selectionSet, fragments),
    everySeconds(inputs) {
      const variables = coerceVariables(inputs);
      return variables === undefined ? undefined : secondsOf(readArguments(variables));
    },
  };
}

/** @throws GraphQLError for `@skip` or `@include` of a root field, or of a fragment around one */
function checkConditions(selectionSet: SelectionSetNode, fragments: Fragments): void {
  const check = ({ directives = [] }: SelectionNode): true => {
    if (directives.some(({ name }) => name.value === 'skip' || name.value === 'include')) {
      throw refusal(
        'The root field of a subscription cannot have @skip or @include.',
        'GRAPHQL_VALIDATION_FAILED',
      );
    }
    return true;
  };
  walkSelection<true>(selectionSet, fragments, { field: check, fragment: check }, true);
}

/** An explicit null is as good as none. */
const secondsOf = ({ everySeconds }: Variables): number =>
  typeof everySeconds === 'number' ? everySeconds : defaultSeconds;

/** As in the schema. */
const defaultSeconds = 15;

/**
 * The response names that lead to `resolvedAt`: the façade's own time, which is no change. Those of
 * `resolvedAt` itself lead no further.
 */
export type Clocks = Map<string, Clocks>;

/**
 * @param clocks of other selections of the same object: one response name is one field, whatever
 *   the type
 */
export function findClocks(
  selectionSet: SelectionSetNode | undefined,
  fragments: Fragments,
  clocks: Clocks = new Map(),
): Clocks {
  for (const node of fieldNodesOf([selectionSet], fragments)) {
    const name = responseNameOf(node);
    const below = findClocks(node.selectionSet, fragments, clocks.get(name));
    if (node.name.value === 'resolvedAt' || below.size > 0) clocks.set(name, below);
  }
  return clocks;
}
