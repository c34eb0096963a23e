import {
  type FieldNode,
  getArgumentValues,
  getVariableValues,
  GraphQLBoolean,
  type GraphQLField,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLString,
  isEnumType,
  isNonNullType,
  isScalarType,
  Kind,
  typeFromAST,
  valueFromAST,
  type ValueNode,
  type VariableDefinitionNode,
  versionInfo,
} from 'graphql';
import { onceFor } from '../base/once.js';

export type Variables = Readonly<Record<string, unknown>>;

const hasSources = versionInfo.major >= 17;

/**
 * Variables as functions of graphql-js take them. From version 17 on without their sources, which
 * are read for scalars with `coerceInputLiteral`: the schema has none.
 */
export const toVariableValues = (variables: Variables): GraphQLResolveInfo['variableValues'] =>
  hasSources ? { sources: {}, coerced: variables } : variables;

/** @throws GraphQLError for a literal or a variable that does not fit */
export type ReadArguments = (variables: Variables) => Readonly<Record<string, unknown>>;

/** How the values of a leaf type become those of the result. */
export interface Leaf {
  /** Of a value that is not null; throws whatever `serialize` of the type throws. */
  readonly serialize: (value: unknown) => unknown;
  /**
   * What `typeof` says of values that `serialize` does not change; undefined where it does not say
   * enough.
   */
  readonly plainType: 'string' | 'boolean' | undefined;
}

type IsUnchanged = (value: unknown) => boolean;

const plainTypes: ReadonlyMap<string, Leaf['plainType']> = new Map([
  [GraphQLString.name, 'string'],
  [GraphQLID.name, 'string'],
  [GraphQLBoolean.name, 'boolean'],
]);

/** Values that the built-in scalars neither serialize nor parse to another value. */
const unchangedByScalar: ReadonlyMap<string, IsUnchanged> = new Map<string, IsUnchanged>([
  ...Array.from(plainTypes, ([name, plainType]): [string, IsUnchanged] => [
    name,
    (value) => typeof value === plainType,
  ]),
  [GraphQLFloat.name, (value) => Number.isFinite(value)],
  // `| 0` keeps exactly the integers of 32 bits; -0 becomes 0, and both print as 0.
  [GraphQLInt.name, (value) => typeof value === 'number' && (value | 0) === value],
]);

export function leafOf(type: GraphQLLeafType): Leaf {
  const serialize = (value: unknown): unknown => {
    const serialized = type.serialize(value);
    if (serialized != null) return serialized;
    throw new Error(`Expected \`${type.name}.serialize()\` to return a value other than null.`);
  };
  if (isEnumType(type)) {
    const names = new Map<unknown, string>(
      type.getValues().map(({ value, name }) => [value, name]),
    );
    return { serialize: (value) => names.get(value) ?? serialize(value), plainType: undefined };
  }
  const isUnchanged = unchangedByScalar.get(type.name);
  if (isUnchanged === undefined) return { serialize, plainType: undefined };
  const plainType = plainTypes.get(type.name);
  return { serialize: (value) => (isUnchanged(value) ? value : serialize(value)), plainType };
}

interface VariableResult {
  readonly coerced?: Variables;
  readonly variableValues?: Pick<VariableResult, 'coerced'>;
}

/**
 * Coerces variables as graphql-js does (GraphQL, "CoerceVariableValues"), and skips its work where
 * no value would change. Undefined where a variable does not fit its type.
 */
export function createCoerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[] = [],
): (inputs: Variables) => Variables | undefined {
  // One error is enough: the refusal of the operation lists more.
  const coerceAll = (inputs: Variables) => {
    // From version 17 on, `variableValues` has them.
    const result: VariableResult = getVariableValues(schema, definitions, inputs, { maxErrors: 1 });
    return (result.variableValues ?? result).coerced;
  };
  const checks = definitions.map((definition) => ({
    name: definition.variable.name.value,
    isUnchanged: unchangedCheck(schema, definition),
  }));
  // An assignment to `__proto__` sets the prototype of a plain object.
  if (checks.some(({ name }) => name === '__proto__')) return coerceAll;
  return (inputs) => {
    const coerced: Record<string, unknown> = {};
    for (const { name, isUnchanged } of checks) {
      const value = inputs[name];
      if (!isUnchanged(value)) return coerceAll(inputs);
      coerced[name] = value;
    }
    return coerced;
  };
}

/** False for every type but the built-in scalars. */
function unchangedCheck(schema: GraphQLSchema, definition: VariableDefinitionNode): IsUnchanged {
  const type = typeFromAST(schema, definition.type);
  const nullable: unknown = isNonNullType(type) ? type.ofType : type;
  const isUnchanged = isScalarType(nullable) ? unchangedByScalar.get(nullable.name) : undefined;
  return isUnchanged ?? (() => false);
}

/**
 * Reads the arguments of a field as graphql-js does (GraphQL, "CoerceArgumentValues"), but
 * constants once only and variables, which are coerced already, as they are.
 */
export function createReadArguments(
  definition: GraphQLField<unknown, unknown>,
  node: FieldNode,
): ReadArguments {
  // A field may have thousands of parents.
  const readAll: ReadArguments = onceFor((variables) =>
    getArgumentValues(definition, node, toVariableValues(variables)),
  );
  const given = new Map((node.arguments ?? []).map(({ name, value }) => [name.value, value]));
  const values = [...given.values()];
  if (!values.some(holdsVariable)) {
    let constant: Readonly<Record<string, unknown>> | undefined;
    return () => {
      constant ??= getArgumentValues(definition, node);
      return constant;
    };
  }
  const isTemplate = (value: ValueNode): boolean =>
    value.kind !== Kind.VARIABLE && holdsVariable(value);
  if (values.some(isTemplate)) return readAll;
  const sources = sourcesOf(definition, given);
  // Where such a variable is absent, the look-up would find a member of the prototype.
  if (sources.some(({ variable }) => variable !== undefined && variable in Object.prototype)) {
    return readAll;
  }
  return (variables) => {
    const read: Record<string, unknown> = {};
    for (const source of sources) {
      const value = source.variable === undefined ? source.value : variables[source.variable];
      // Absent or null: a default may replace it, or it may be an error.
      if (value == null) return readAll(variables);
      read[source.name] = value;
    }
    return read;
  };
}

/** Where each argument that has a value gets it from: a variable, or a constant. */
const sourcesOf = (
  { args }: GraphQLField<unknown, unknown>,
  given: ReadonlyMap<string, ValueNode>,
) =>
  args
    .filter(({ name, defaultValue }) => given.has(name) || defaultValue !== undefined)
    .map(({ name, type, defaultValue }) => {
      const value = given.get(name);
      if (value?.kind === Kind.VARIABLE) return { name, variable: value.name.value };
      return { name, value: value === undefined ? defaultValue : valueFromAST(value, type) };
    });

export function holdsVariable(value: ValueNode): boolean {
  if (value.kind === Kind.VARIABLE) return true;
  if (value.kind === Kind.LIST) return value.values.some(holdsVariable);
  return value.kind === Kind.OBJECT && value.fields.some((field) => holdsVariable(field.value));
}
