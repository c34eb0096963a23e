import { GraphQLError, locatedError, type SourceLocation } from 'graphql';
import type { CompiledField } from './compiled-query.js';
import type { Execution } from './execution.js';
import { locationsOfNodes } from './location.js';
import { failed, type ResultPath } from './result-path.js';
import { stopped } from './work.js';

/** Lists the error of a field; its value is null where it may be. */
export function handleFieldError(
  execution: Execution,
  error: unknown,
  path: ResultPath,
): null | typeof failed {
  if (error === stopped) throw stopped;
  if (execution.work.listsError(error, path))
    (execution.errors ??= []).push(locate(error, path.field, path.toArray()));
  return path.isNullable ? null : failed;
}

/** An error in the form of graphql-js. All errors of one field share their locations, which are costly to compute. */
function locate(error: unknown, field: CompiledField, path: readonly (string | number)[]): GraphQLError {
  if (error instanceof GraphQLError || !(error instanceof Error))
    return locatedError(error, field.nodes, path);
  const located = new GraphQLError(error.message, { path, originalError: error });
  return Object.assign(located, { nodes: field.nodes, locations: locationsOf(field) });
}

const locationsByField = new WeakMap<CompiledField, readonly SourceLocation[]>();

function locationsOf(field: CompiledField): readonly SourceLocation[] {
  let locations = locationsByField.get(field);
  if (locations === undefined) locationsByField.set(field, (locations = locationsOfNodes(field.nodes)));
  return locations;
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

export const notIterableError = (field: CompiledField): Error =>
  new Error(`Expected Iterable, but did not find one for field "${coordinateOf(field)}".`);

export const abstractTypeError = (type: { readonly name: string }, field: CompiledField): Error =>
  new Error(`${type.name} did not resolve to one of its types at ${coordinateOf(field)}.`);

const coordinateOf = ({ parentType, fieldName }: CompiledField): string => `${parentType.name}.${fieldName}`;
