import { GraphQLError, locatedError, type SourceLocation } from 'graphql';
import { locationsOfNodes } from './location.js';
import type { CompiledField } from './compiled-query.js';

const locationsOfField = new WeakMap<CompiledField, readonly SourceLocation[]>();

/** An error of a field in the form of graphql-js. All errors of a field share its places in the document. */
export function locate(
  error: unknown,
  field: CompiledField,
  path: readonly (string | number)[],
): GraphQLError {
  if (error instanceof GraphQLError || !(error instanceof Error))
    return locatedError(error, field.nodes, path);
  const located = new GraphQLError(error.message, { path, originalError: error });
  return Object.assign(located, { nodes: field.nodes, locations: locationsOf(field) });
}

function locationsOf(field: CompiledField): readonly SourceLocation[] {
  const known = locationsOfField.get(field);
  if (known !== undefined) return known;
  const fresh = locationsOfNodes(field.nodes);
  locationsOfField.set(field, fresh);
  return fresh;
}

const nameOf = ({ parentType, name }: CompiledField): string => `${parentType.name}.${name}`;

const nullErrors = new WeakMap<CompiledField, Error>();

/** Made once for each field: its stack means nothing, and costs more than the rest of a field. */
export function mustNotBeNull(field: CompiledField): Error {
  let error = nullErrors.get(field);
  if (error === undefined)
    nullErrors.set(field, (error = new Error(`Cannot return null for non-nullable field ${nameOf(field)}.`)));
  return error;
}

export const notAList = (field: CompiledField): Error =>
  new Error(`Expected Iterable, but did not find one for field "${nameOf(field)}".`);

export const notOneOf = (type: { readonly name: string }, field: CompiledField): Error =>
  new Error(`${type.name} did not resolve to one of its types at ${nameOf(field)}.`);

/** What has ended an operation, as an entry of `errors`. */
export const asGraphQLError = (error: Error): GraphQLError =>
  error instanceof GraphQLError ? error : new GraphQLError(error.message, { originalError: error });
