import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { drawValue, introspections, literal, oddNames, type ValuePool } from './argument-value.js';
import type { Draw } from './draw.js';

/** An operation as a client sends it. */
export interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface OperationOptions extends ValuePool {
  /** Whether to generate `@skip` and `@include`. */
  readonly directives: boolean;
  /** Whether most arguments are variables and names are plain, as compiled queries read fast. */
  readonly plain: boolean;
  /** Whether to defer fragments and stream lists. */
  readonly incremental?: boolean;
}

/**
 * An operation that follows the schema, with fields, aliases, arguments as literals and variables,
 * inline and named fragments, and directives. Some have a mistake: a field twice with other
 * arguments, or a value of a wrong type.
 */
export function generateOperation(
  schema: GraphQLSchema,
  draw: Draw,
  options: OperationOptions,
): Operation {
  const query = schema.getQueryType();
  if (!query) throw new Error('The schema has no queries.');
  const writer: Writer = {
    schema,
    draw,
    options,
    declarations: new Map(),
    variables: {},
    fragments: [],
    names: 0,
  };
  const selection = writeSelection(writer, query, 2 + draw.below(6));
  const declared = [...writer.declarations].map(([name, type]) => `$${name}: ${type}`).join(', ');
  const head =
    declared === '' && draw.once(3)
      ? ''
      : `query ${draw.once(2) ? 'Op' : ''}${declared && `(${declared})`} `;
  return { query: [head + selection, ...writer.fragments].join('\n'), variables: writer.variables };
}

/** The state of an operation that is being written. */
interface Writer {
  readonly schema: GraphQLSchema;
  readonly draw: Draw;
  readonly options: OperationOptions;
  /** Types of the variables, with their defaults. */
  readonly declarations: Map<string, string>;
  readonly variables: Record<string, unknown>;
  readonly fragments: string[];
  /** Names that are in use. */
  names: number;
}

const newName = (writer: Writer, prefix: string): string => `${prefix}${(writer.names += 1)}`;

function writeSelection(writer: Writer, type: GraphQLNamedType, depth: number): string {
  const { draw } = writer;
  const count = 1 + draw.below(depth > 1 ? 4 : 3);
  const parts = Array.from({ length: count }, () =>
    draw.once(isInterfaceType(type) ? 2 : 7) && depth > 0
      ? writeFragment(writer, type, depth - 1)
      : writeField(writer, type, depth),
  );
  // Again, in fragments that share it with the selection and with one another.
  for (
    let copies = writer.options.incremental === true ? draw.below(6) - 3 : 0;
    copies > 0;
    copies -= 1
  )
    parts.splice(
      draw.below(2) * parts.length,
      0,
      `...${writeIncremental(writer, 'defer')} { ${draw.from(parts)} }`,
    );
  return `{ ${parts.join(' ')} }`;
}

function writeFragment(writer: Writer, type: GraphQLNamedType, depth: number): string {
  const { schema, draw, fragments } = writer;
  const on = isInterfaceType(type) ? draw.from(schema.getPossibleTypes(type)) : type;
  if (draw.once(2)) {
    const condition = draw.once(3) && on === type ? '' : ` on ${on.name}`;
    const directives = writeCondition(writer) + writeIncremental(writer, 'defer');
    return `...${condition}${directives} ${writeSelection(writer, on, depth)}`;
  }
  const name = newName(writer, 'F');
  fragments.push(`fragment ${name} on ${on.name} ${writeSelection(writer, on, depth)}`);
  return `...${name}${writeCondition(writer)}${writeIncremental(writer, 'defer')}`;
}

function writeField(writer: Writer, type: GraphQLNamedType, depth: number): string {
  const { schema, draw } = writer;
  const all = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  const usable = all.filter((each) => depth > 0 || !isComposite(each));
  if (usable.length === 0 || draw.once(15)) return `__typename${writeCondition(writer)}`;
  if (type === schema.getQueryType() && draw.once(10))
    return newName(writer, 'i') + draw.from(introspections);
  const field = draw.from(usable);
  const below = isComposite(field)
    ? ` ${writeSelection(writer, getNamedType(field.type), depth - 1)}`
    : '';
  const isStreamable = below !== '' && isListType(getNullableType(field.type));
  const stream = isStreamable ? writeIncremental(writer, 'stream') : '';
  const alias = writeAlias(writer, field);
  return (
    alias + field.name + writeArguments(writer, field) + writeCondition(writer) + stream + below
  );
}

function writeAlias(writer: Writer, { args }: GraphQLField<unknown, unknown>): string {
  const { draw, options } = writer;
  if (!options.plain && draw.once(25)) return `${draw.from(oddNames)}: `;
  const isAliased = args.length > 0 ? !draw.once(5) : draw.once(6);
  return isAliased ? `${newName(writer, 'a')}: ` : '';
}

function writeArguments(writer: Writer, { args }: GraphQLField<unknown, unknown>): string {
  const { draw, options } = writer;
  const wanted = draw.below(3);
  const given = args.filter(
    (each, index) => isNonNullType(each.type) || (index + draw.below(4)) % 4 < wanted,
  );
  const written = given.map((argument) => {
    const value = drawValue(draw, options, argument);
    const isVariable = options.plain ? !draw.once(8) : draw.once(2);
    return `${argument.name}: ${isVariable ? declare(writer, String(argument.type), value) : literal(value, argument.type)}`;
  });
  return written.length === 0 ? '' : `(${written.join(', ')})`;
}

function declare(writer: Writer, type: string, value: unknown, standard?: string): string {
  const { draw, options, declarations, variables } = writer;
  const name = !options.plain && draw.once(12) ? draw.from(oddNames) : newName(writer, 'v');
  if (declarations.has(name)) return declare(writer, type, value, standard);
  const fallback = standard ?? (type === 'Int' && draw.once(6) ? ' = 3' : '');
  declarations.set(name, type + fallback);
  // Assignment would not make `__proto__` an own member.
  if (!draw.once(standard === undefined ? 15 : 4))
    Object.defineProperty(variables, name, { value, enumerable: true, configurable: true });
  return `$${name}`;
}

function writeCondition(writer: Writer): string {
  const { draw, options } = writer;
  if (!options.directives || !draw.once(5)) return '';
  const condition = draw.from([
    () => draw.from(['true', 'false']),
    () => declare(writer, 'Boolean!', draw.once(2)),
    // With a default, validation allows null, and evaluating the condition is an error.
    () =>
      declare(
        writer,
        'Boolean',
        draw.from([true, false, null]),
        draw.from([' = true', ' = false']),
      ),
  ])();
  return ` @${draw.from(['skip', 'include'])}(if: ${condition})`;
}

function writeIncremental(writer: Writer, directive: string): string {
  const { draw, options } = writer;
  if (options.incremental !== true || !draw.once(2)) return '';
  const condition = draw.once(4)
    ? draw.from(['true', 'false', declare(writer, 'Boolean!', draw.once(2))])
    : '';
  const given = [
    draw.once(2) ? `label: "${newName(writer, 'l')}"` : '',
    condition && `if: ${condition}`,
    directive === 'stream' && draw.once(2) ? `initialCount: ${draw.below(3)}` : '',
  ].filter((each) => each !== '');
  return ` @${directive}${given.length === 0 ? '' : `(${given.join(', ')})`}`;
}

const isComposite = ({ type }: GraphQLField<unknown, unknown>): boolean => {
  const named = getNamedType(type);
  return isObjectType(named) || isInterfaceType(named);
};
