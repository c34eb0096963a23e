import { type ASTNode, GraphQLError, locatedError, type SourceLocation } from 'graphql';
import type { CompiledField } from './compiled-query.js';
import type { Execution } from './execution.js';
import { failed, type ResultPath } from './result-path.js';
import { stopped } from './work.js';

/** Locations of one error; a field may be selected thousands of times. */
const maxLocations = 100;

const locationsByNodes = new WeakMap<readonly ASTNode[], readonly SourceLocation[]>();

/** As the parser counted them: graphql-js would count the lines before each node again. Shared by all errors of a field. */
export function locationsOf(nodes: readonly ASTNode[]): readonly SourceLocation[] {
  let locations = locationsByNodes.get(nodes);
  if (locations !== undefined) return locations;
  locations = nodes.slice(0, maxLocations).flatMap(({ loc }) => {
    if (loc === undefined) return [];
    const { line, column } = loc.startToken;
    // The token at the start of a file has line 0 and column 0.
    return [{ line: Math.max(1, line), column: Math.max(1, column) }];
  });
  locationsByNodes.set(nodes, locations);
  return locations;
}

/** Lists the error of a field; its value is null where it may be, or where errors do not propagate. */
export function handleFieldError(
  execution: Execution,
  error: unknown,
  path: ResultPath,
): null | typeof failed {
  if (error === stopped) throw stopped;
  listError(execution, error, path);
  return path.isNullable || execution.work.errorBehavior === 'NULL' ? null : failed;
}

/** Lists an error at a path, unless the result lists too many already or the error ends the operation. */
export function listError(execution: Execution, error: unknown, path: ResultPath): void {
  const { work } = execution;
  if (work.errorBehavior === 'HALT') work.end(locate(error, path.field, path.toArray()));
  if (work.listsError(error, path)) (execution.errors ??= []).push(locate(error, path.field, path.toArray()));
}

/** An error in the form of graphql-js. */
function locate(error: unknown, { nodes }: CompiledField, path: readonly (string | number)[]): GraphQLError {
  if (error instanceof GraphQLError || !(error instanceof Error)) return locatedError(error, nodes, path);
  const located = new GraphQLError(error.message, { path, originalError: error });
  return Object.assign(located, { nodes, locations: locationsOf(nodes) });
}

const nonNullErrors = new WeakMap<CompiledField, Error>();

/** Made once for each field: the stack says nothing, and costs more than the rest of the field. */
export function nonNullError(field: CompiledField): Error {
  let error = nonNullErrors.get(field);
  if (error === undefined) {
    error = new Error(`Cannot return null for non-nullable field ${coordinateOf(field)}.`);
    nonNullErrors.set(field, error);
  }
  return error;
}

export const coordinateOf = ({ parentType, fieldName }: CompiledField): string =>
  `${parentType.name}.${fieldName}`;
