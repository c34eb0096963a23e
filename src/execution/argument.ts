import {
  type FieldNode,
  getArgumentValues,
  type GraphQLArgument,
  type GraphQLField,
  Kind,
  valueFromAST,
  type ValueNode,
} from 'graphql';
import type { Variables } from './variable.js';

/** @throws GraphQLError for a literal or a variable that does not fit */
export type ReadArguments = (variables: Variables) => Readonly<Record<string, unknown>>;

/** An argument whose value is a constant or one whole variable. */
type ArgumentSource =
  { readonly name: string; readonly variable: string } | { readonly name: string; readonly value: unknown };

/**
 * Reads the arguments of a field as graphql-js does (GraphQL, "CoerceArgumentValues"), but constants once only and
 * variables, which are coerced already, as they are.
 */
export function createReadArguments(
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
): ReadArguments {
  const readAll: ReadArguments = (variables) => getArgumentValues(definition, node, variables);
  const given = new Map((node.arguments ?? []).map(({ name, value }) => [name.value, value]));
  const values = [...given.values()];
  if (!values.some(holdsVariable)) return once(() => getArgumentValues(definition, node));
  if (values.some((value) => value.kind !== Kind.VARIABLE && holdsVariable(value))) return readAll;
  const sources = definition.args.flatMap((argument) => sourceOf(argument, given.get(argument.name)));
  // Where such a variable is absent, the look-up would find a member of the prototype.
  if (sources.some((source) => 'variable' in source && source.variable in Object.prototype)) return readAll;
  return (variables) => {
    const read: Record<string, unknown> = {};
    for (const source of sources) {
      const value = 'variable' in source ? variables[source.variable] : source.value;
      // Absent or null: a default may replace it, or it may be an error.
      if (value == null) return readAll(variables);
      read[source.name] = value;
    }
    return read;
  };
}

function sourceOf(
  { name, type, defaultValue }: GraphQLArgument,
  value: ValueNode | undefined,
): ArgumentSource[] {
  if (value?.kind === Kind.VARIABLE) return [{ name, variable: value.name.value }];
  if (value !== undefined) return [{ name, value: valueFromAST(value, type) }];
  return defaultValue === undefined ? [] : [{ name, value: defaultValue }];
}

function once(read: () => Readonly<Record<string, unknown>>): ReadArguments {
  let constant: Readonly<Record<string, unknown>> | undefined;
  return () => (constant ??= read());
}

function holdsVariable(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return true;
  if (value.kind === Kind.LIST) return value.values.some(holdsVariable);
  return value.kind === Kind.OBJECT && value.fields.some((field) => holdsVariable(field.value));
}
