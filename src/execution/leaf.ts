import {
  GraphQLBoolean,
  type GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  type GraphQLInputType,
  GraphQLInt,
  type GraphQLLeafType,
  GraphQLString,
  isEnumType,
  isScalarType,
} from 'graphql';

/**
 * Serializes a leaf value, which is never null.
 *
 * @throws whatever `serialize` of the type throws
 */
export type Serialize = (value: unknown) => unknown;

/** Skips `serialize` of the type for values that it would not change. */
export function serializerOf(type: GraphQLLeafType): Serialize {
  const serialize: Serialize = (value) => notNull(type, type.serialize(value));
  if (isEnumType(type)) return enumSerializer(type, serialize);
  const isUnchanged = unchangedByScalar.get(type.name);
  if (isUnchanged === undefined) return serialize;
  return (value) => (isUnchanged(value) ? value : serialize(value));
}

const isString = (value: unknown): boolean => typeof value === 'string';

/** Values that the built-in scalars neither serialize nor parse to another value. */
const unchangedByScalar: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  [GraphQLString.name, isString],
  [GraphQLID.name, isString],
  [GraphQLBoolean.name, (value) => typeof value === 'boolean'],
  [GraphQLFloat.name, (value) => Number.isFinite(value)],
  // `| 0` keeps exactly the integers of 32 bits; -0 becomes 0, and both print as 0.
  [GraphQLInt.name, (value) => typeof value === 'number' && (value | 0) === value],
]);

function enumSerializer(type: GraphQLEnumType, serialize: Serialize): Serialize {
  const names = new Map<unknown, string>(type.getValues().map(({ value, name }) => [value, name]));
  return (value) => names.get(value) ?? serialize(value);
}

function notNull(type: GraphQLLeafType, value: unknown): unknown {
  if (value != null) return value;
  throw new Error(`Expected \`${type.name}.serialize()\` to return a value other than null.`);
}

/** Whether coercion would leave a variable's value as it is; false for every type but the built-in scalars. */
export const isUnchangedInput = (type: GraphQLInputType): ((value: unknown) => boolean) =>
  (isScalarType(type) ? unchangedByScalar.get(type.name) : undefined) ?? (() => false);
