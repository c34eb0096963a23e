import { type ASTNode, GraphQLError, locatedError, type SourceLocation } from 'graphql';
import { onceFor } from './coercion.js';
import type { CompiledField } from './compile-selection.js';
import type { ResultPath } from './result-path.js';

/** Locations of one error; a field may be selected thousands of times. */
const maxLocations = 100;

/** As the parser counted them: graphql-js would count the lines before each node again. Shared by all errors of a field. */
export const locationsOf = onceFor((nodes: readonly ASTNode[]): readonly SourceLocation[] =>
  nodes.slice(0, maxLocations).flatMap(({ loc }) => {
    if (loc === undefined) return [];
    const { line, column } = loc.startToken;
    // The token at the start of a file has line 0 and column 0.
    return [{ line: Math.max(1, line), column: Math.max(1, column) }];
  }),
);

/** An error in the form of graphql-js. */
export function locate(error: unknown, path: ResultPath): GraphQLError {
  const { nodes } = path.field;
  if (error instanceof GraphQLError || !(error instanceof Error))
    return locatedError(error, nodes, path.toArray());
  const located = new GraphQLError(error.message, { path: path.toArray(), originalError: error });
  return Object.assign(located, { nodes, locations: locationsOf(nodes) });
}

/** Made once for each field: the stack says nothing, and costs more than the rest of the field. */
export const nonNullError = onceFor(
  (field: CompiledField) => new Error(`Cannot return null for non-nullable field ${coordinateOf(field)}.`),
);

export const coordinateOf = ({ parentType, fieldName }: CompiledField): string =>
  `${parentType.name}.${fieldName}`;
