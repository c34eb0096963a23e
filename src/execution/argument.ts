import {
  type FieldNode,
  getArgumentValues,
  type GraphQLArgument,
  type GraphQLField,
  Kind,
  valueFromAST,
  type ValueNode,
} from 'graphql';
import type { Variables } from './compiled-query.js';

/** @throws GraphQLError where a literal or variable does not fit */
export type ReadArguments = (variables: Variables) => Readonly<Record<string, unknown>>;

/** An argument of which it is known beforehand where its value comes from. */
type Origin =
  { readonly name: string; readonly variable: string } | { readonly name: string; readonly value: unknown };

/**
 * Reads the arguments of a field as graphql-js does (GraphQL, "CoerceArgumentValues"): those without variables once, and a
 * variable's value, coerced already, as it is.
 */
export function argumentsOf(definition: GraphQLField<unknown, unknown>, node: FieldNode): ReadArguments {
  const usual: ReadArguments = (variables) => getArgumentValues(definition, node, variables);
  const given = new Map((node.arguments ?? []).map(({ name, value }) => [name.value, value]));
  const values = [...given.values()];
  if (!values.some(holdsVariable)) return once(() => getArgumentValues(definition, node));
  if (values.some((value) => value.kind !== Kind.VARIABLE && holdsVariable(value))) return usual;
  const origins = definition.args.flatMap((argument) => originOf(argument, given.get(argument.name)));
  // One that nobody has sent would be found on the prototype.
  if (origins.some((origin) => 'variable' in origin && origin.variable in Object.prototype)) return usual;
  return (variables) => {
    const read: Record<string, unknown> = {};
    for (const origin of origins) {
      const value = 'variable' in origin ? variables[origin.variable] : origin.value;
      // Absent or null: a default may stand in for it, or it may be an error.
      if (value == null) return usual(variables);
      read[origin.name] = value;
    }
    return read;
  };
}

function originOf({ name, type, defaultValue }: GraphQLArgument, value: ValueNode | undefined): Origin[] {
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
