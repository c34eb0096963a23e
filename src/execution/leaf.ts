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
 * A leaf's value as the answer shows it; never null.
 *
 * @throws whatever the type's own `serialize` throws
 */
export type Serialize = (value: unknown) => unknown;

/** Values that need no change are told by a look at them; the type's own `serialize` has the last word on all others. */
export function serializerOf(type: GraphQLLeafType): Serialize {
  const usual: Serialize = (value) => notNull(type, type.serialize(value));
  if (isEnumType(type)) return enumSerializer(type, usual);
  const isAsItIs = unchanged.get(type.name);
  if (isAsItIs === undefined) return usual;
  return (value) => (isAsItIs(value) ? value : usual(value));
}

const isString = (value: unknown): boolean => typeof value === 'string';

/** Values that the scalars of GraphQL itself tell unchanged. */
const unchanged: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  [GraphQLString.name, isString],
  [GraphQLID.name, isString],
  [GraphQLBoolean.name, (value) => typeof value === 'boolean'],
  [GraphQLFloat.name, (value) => Number.isFinite(value)],
  // Int has 32 bits, and `| 0` gives back what has no more; -0 and 0 are printed alike.
  [GraphQLInt.name, (value) => typeof value === 'number' && (value | 0) === value],
]);

function enumSerializer(type: GraphQLEnumType, usual: Serialize): Serialize {
  const names = new Map<unknown, string>(type.getValues().map(({ value, name }) => [value, name]));
  return (value) => names.get(value) ?? usual(value);
}

function notNull(type: GraphQLLeafType, value: unknown): unknown {
  if (value != null) return value;
  throw new Error(`Expected \`${type.name}.serialize()\` to give a value that is not null.`);
}

/** Whether a variable's value is what its type would make of it. Of any type but the scalars above this is not known. */
export const isUnchangedInput = (type: GraphQLInputType): ((value: unknown) => boolean) =>
  (isScalarType(type) ? unchanged.get(type.name) : undefined) ?? (() => false);
