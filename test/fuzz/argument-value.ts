import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  GraphQLString,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from 'graphql';
import { type Draw, words } from './draw.js';

/** Introspection fields, each to follow an alias. */
export const introspections = [
  ': __type(name: "Screen") { name kind fields { name type { kind name ofType { name } } } interfaces { name } }',
  ': __type(name: "ScreenStatus") { enumValues(includeDeprecated: true) { name isDeprecated } fields { name } }',
  ': __type(name: "Nothing") { name }',
  ': __schema { queryType { name } directives { name locations args { name defaultValue } } mutationType { name } }',
];

/** Names that are ordinary in GraphQL and special in JavaScript. */
export const oddNames = words(
  '__proto__ constructor toString a_b __typename hasOwnProperty then idx0',
);

/** Integers out of range, and numbers that are no integers. */
export const strangeSizes = [-1, 0, 100, 101, 1000, 1001, 2 ** 31 - 1, 2 ** 31, 1.5, 1e300];

/** Values of wrong types. */
export const strangeValues = [
  ...[null, '', 'x', 7, true, [], ['s1', null], {}, { a: 1 }, [['s1']]],
  ...['\u2028"`${1}\\', '😀'],
];

/** Ids, global ids and cursors, valid and invalid ones. */
export interface ValuePool {
  readonly ids: readonly string[];
  readonly nodeIds: readonly string[];
  readonly cursors: readonly string[];
}

/** A value for an argument or a member of one: mostly of its type, sometimes of another. */
export function drawValue(
  draw: Draw,
  pool: ValuePool,
  { name, type }: GraphQLArgument | GraphQLInputField,
): unknown {
  if (draw.once(14)) return draw.from(strangeValues);
  const named = getNamedType(type);
  if (isInputObjectType(named)) return drawInput(draw, pool, named);
  if (named.name === 'Int') return draw.once(10) ? draw.from(strangeSizes) : draw.below(9);
  if (name === 'after' || name === 'before') return draw.from(pool.cursors);
  const values = name.startsWith('nodeId') ? pool.nodeIds : (poolOf(named) ?? pool.ids);
  if (!isListType(getNullableType(type))) return draw.from<unknown>(values);
  return Array.from({ length: draw.below(6) }, () => draw.from<unknown>(values));
}

/** Some members of an input, and all required ones. */
function drawInput(
  draw: Draw,
  pool: ValuePool,
  type: GraphQLInputObjectType,
): Readonly<Record<string, unknown>> {
  const given = Object.values(type.getFields()).filter(
    (member) => (isRequiredInputField(member) && !draw.once(20)) || draw.once(4),
  );
  return Object.fromEntries(given.map((member) => [member.name, drawValue(draw, pool, member)]));
}

/** Values of a type that all its members share; undefined for ids and texts. */
function poolOf(type: GraphQLNamedType): readonly unknown[] | undefined {
  if (isEnumType(type)) return [...type.getValues().map(({ name }) => name), 'ASLEEP'];
  if (type.name === 'Boolean') return [true, false];
  return type.name === 'DateTime' ? times : undefined;
}

const times = words(`2026-01-02T03:04:05Z 2026-01-02T04:04:05.0+01:00 2026-02-03T04:05:06.789+01:00
  2030-01-01T00:00:00Z 2026-02-30T00:00:00Z`);

/** A value as a GraphQL literal: an enum's are names, not texts. */
export function literal(value: unknown, type: GraphQLInputType): string {
  const named = getNamedType(type);
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, named)).join(', ')}]`;
  if (typeof value === 'string' && isEnumType(named) && /^[A-Z_]+$/.test(value)) return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = isInputObjectType(named) ? named.getFields() : {};
  return `{ ${Object.entries(value)
    .map(([name, each]) => `${name}: ${literal(each, members[name]?.type ?? GraphQLString)}`)
    .join(', ')} }`;
}
