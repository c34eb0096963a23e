import {
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Draw } from './draw.js';

/** An operation as a client sends it. */
export interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface OperationOptions {
  /** Ids, global ids and cursors, good ones and bad ones. */
  readonly ids: readonly string[];
  readonly nodeIds: readonly string[];
  readonly cursors: readonly string[];
  /** Whether `@skip` and `@include` may stand in it. */
  readonly directives: boolean;
  /** Whether arguments are often given as variables alone, and names are plain: what can be compiled. */
  readonly plain: boolean;
  /** Whether fragments may be deferred, and lists streamed. */
  readonly inParts?: boolean;
}

/**
 * An operation that follows the schema: fields, aliases, arguments by literal or by variable, inline and named
 * fragments, directives. Now and then it holds a mistake: a field twice with other arguments, a value of a wrong type.
 */
export function generateOperation(schema: GraphQLSchema, draw: Draw, options: OperationOptions): Operation {
  const writer = createWriter(schema, draw, options);
  const query = schema.getQueryType();
  if (!query) throw new Error('The schema has no queries.');
  const selection = writer.selection(query, 2 + draw.below(6));
  const declared = [...writer.declarations].map(([name, type]) => `$${name}: ${type}`).join(', ');
  const head =
    declared === '' && draw.once(3) ? '' : `query ${draw.once(2) ? 'Op' : ''}${declared && `(${declared})`} `;
  return { query: [head + selection, ...writer.fragments].join('\n'), variables: writer.variables };
}

function createWriter(schema: GraphQLSchema, draw: Draw, options: OperationOptions) {
  const declarations = new Map<string, string>();
  const variables: Record<string, unknown> = {};
  const fragments: string[] = [];
  let names = 0;
  const fresh = (prefix: string): string => `${prefix}${(names += 1)}`;

  const declare = (type: string, value: unknown, standard?: string): string => {
    const name = !options.plain && draw.once(12) ? draw.from(oddNames) : fresh('v');
    if (declarations.has(name)) return declare(type, value, standard);
    const fallback = standard ?? (type === 'Int' && draw.once(6) ? ' = 3' : '');
    declarations.set(name, type + fallback);
    // An own member, whatever its name.
    if (!draw.once(standard === undefined ? 15 : 4))
      Object.defineProperty(variables, name, { value, enumerable: true, configurable: true });
    return `$${name}`;
  };

  const valueOf = ({ name, type }: GraphQLArgument): unknown => {
    if (draw.once(14)) return draw.from(strangeValues);
    const named = getNamedType(type).name;
    if (named === 'Int') return draw.once(10) ? draw.from(strangeSizes) : draw.below(9);
    if (name === 'after' || name === 'before') return draw.from(options.cursors);
    const pool = name.startsWith('nodeId') ? options.nodeIds : options.ids;
    if (!isListType(getNullableType(type))) return draw.from(pool);
    return Array.from({ length: draw.below(6) }, () => draw.from(pool));
  };

  const argument = (given: GraphQLArgument): string => {
    const value = valueOf(given);
    const asVariable = options.plain ? !draw.once(8) : draw.once(2);
    return `${given.name}: ${asVariable ? declare(String(given.type), value) : literal(value)}`;
  };

  const argumentsOf = (field: GraphQLField<unknown, unknown>): string => {
    const wanted = draw.below(3);
    const given = field.args.filter(
      (each, index) => isNonNullType(each.type) || (index + draw.below(4)) % 4 < wanted,
    );
    return given.length === 0 ? '' : `(${given.map(argument).join(', ')})`;
  };

  const directives = (): string => {
    if (!options.directives || !draw.once(5)) return '';
    const condition = draw.from([
      () => draw.from(['true', 'false']),
      () => declare('Boolean!', draw.once(2)),
      // Null is allowed where there is a default, and is an error where it is looked at.
      () => declare('Boolean', draw.from([true, false, null]), draw.from([' = true', ' = false'])),
    ])();
    return ` @${draw.from(['skip', 'include'])}(if: ${condition})`;
  };

  const aliasOf = (field: GraphQLField<unknown, unknown>): string => {
    if (!options.plain && draw.once(25)) return `${draw.from(oddNames)}: `;
    const isAliased = field.args.length > 0 ? !draw.once(5) : draw.once(6);
    return isAliased ? `${fresh('a')}: ` : '';
  };

  const field = (type: GraphQLNamedType, depth: number): string => {
    const all = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
    const usable = all.filter((each) => depth > 0 || !isComposite(each));
    if (usable.length === 0 || draw.once(15)) return `__typename${directives()}`;
    if (type === schema.getQueryType() && draw.once(10)) return fresh('i') + draw.from(introspections);
    const chosen = draw.from(usable);
    const below = isComposite(chosen) ? ` ${selection(getNamedType(chosen.type), depth - 1)}` : '';
    const streamed = below !== '' && isListType(getNullableType(chosen.type)) ? later('stream') : '';
    return aliasOf(chosen) + chosen.name + argumentsOf(chosen) + directives() + streamed + below;
  };

  const later = (directive: string): string =>
    options.inParts === true && draw.once(2) ? ` @${directive}(label: "${fresh('l')}")` : '';

  const fragment = (type: GraphQLNamedType, depth: number): string => {
    const on = isInterfaceType(type) ? draw.from(schema.getPossibleTypes(type)) : type;
    if (draw.once(2))
      return `...${draw.once(3) && on === type ? '' : ` on ${on.name}`}${directives()}${later('defer')} ${selection(on, depth)}`;
    const name = fresh('F');
    fragments.push(`fragment ${name} on ${on.name} ${selection(on, depth)}`);
    return `...${name}${directives()}${later('defer')}`;
  };

  const selection = (type: GraphQLNamedType, depth: number): string => {
    const count = 1 + draw.below(depth > 1 ? 4 : 3);
    const parts = Array.from({ length: count }, () =>
      draw.once(isInterfaceType(type) ? 2 : 7) && depth > 0 ? fragment(type, depth - 1) : field(type, depth),
    );
    return `{ ${parts.join(' ')} }`;
  };

  return { declarations, variables, fragments, selection };
}

const isComposite = ({ type }: GraphQLField<unknown, unknown>): boolean => {
  const named = getNamedType(type);
  return isObjectType(named) || isInterfaceType(named);
};

/** Fields of the query that tell of the schema. */
const introspections = [
  ': __type(name: "Screen") { name kind fields { name type { kind name ofType { name } } } interfaces { name } }',
  ': __type(name: "ScreenStatus") { enumValues(includeDeprecated: true) { name isDeprecated } fields { name } }',
  ': __type(name: "Nothing") { name }',
  ': __schema { queryType { name } directives { name locations args { name defaultValue } } mutationType { name } }',
];

/** Names that are lawful in GraphQL and strange in JavaScript. */
const oddNames = [
  '__proto__',
  'constructor',
  'toString',
  'a_b',
  '__typename',
  'hasOwnProperty',
  'then',
  'idx0',
];

const strangeSizes = [-1, 0, 100, 101, 1000, 1001, 2 ** 31 - 1, 2 ** 31, 1.5, 1e300];

const strangeValues = [
  null,
  '',
  'x',
  7,
  true,
  [],
  ['s1', null],
  {},
  { a: 1 },
  [['s1']],
  '\u2028"`${1}\\',
  '😀',
];

/** A value as GraphQL writes it. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, each]) => `${name}: ${literal(each)}`)
    .join(', ')} }`;
}
