import {
  type GraphQLField,
  GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  printSchema,
  type TypeNode,
  visit,
} from 'graphql';
import { fieldCostOf } from './cost/field-cost.js';

/** The options of a field that reads nothing itself and is null where an item of a page could not be read. */
export const nullOnError = { extensions: { nullOnError: true } };

/**
 * The levels at which a field is null only on an error: 0 for itself, 1 for the items of its list. Empty where null may
 * also mean that there is no value. A field that costs a request is null only on an error, except an optional link.
 */
export function semanticLevels(field: GraphQLField<unknown, unknown>): readonly number[] {
  const cost = fieldCostOf(field);
  const isRead = cost !== undefined && !(cost.kind === 'load' && cost.isOptional === true);
  if (!isRead && field.extensions['nullOnError'] !== true) return [];
  if (!isNonNullType(field.type)) return [0];
  return isListType(field.type.ofType) && !isNonNullType(field.type.ofType.ofType) ? [1] : [];
}

/** The schema as text. `printSchema` prints no applied directives, so `@semanticNonNull` is inserted after the types. */
export const printPublicSchema = (schema: GraphQLSchema): string =>
  printWith(schema, (type, levels) => [{ at: type.loc?.end, text: directiveOf(levels) }]);

/**
 * The schema as text for clients that throw where a field has an error: `!` at each position of `@semanticNonNull`, and no such
 * directive.
 */
export function printStrictSchema(schema: GraphQLSchema): string {
  const { directives, ...config } = schema.toConfig();
  const others = directives.filter(({ name }) => name !== 'semanticNonNull');
  const strict = new GraphQLSchema({ ...config, directives: others });
  return printWith(strict, (type, levels) =>
    levels.map((level) => ({ at: endOfLevel(type, level), text: '!' })),
  );
}

interface Insertion {
  /** An index of the text; every node of a parsed text has its place. */
  readonly at: number | undefined;
  readonly text: string;
}

/** The schema as text, with what `insert` returns for the type of each field that is null only on an error. */
function printWith(
  schema: GraphQLSchema,
  insert: (type: TypeNode, levels: readonly number[]) => readonly Insertion[],
): string {
  const text = `${printSchema(schema)}\n`;
  const insertions: Insertion[] = [];
  visit(parse(text), {
    ObjectTypeDefinition({ name, fields = [] }) {
      const type = schema.getType(name.value);
      if (!isObjectType(type)) return;
      for (const { name: field, type: fieldType } of fields) {
        const declared = type.getFields()[field.value];
        const levels = declared === undefined ? [] : semanticLevels(declared);
        if (levels.length > 0) insertions.push(...insert(fieldType, levels));
      }
    },
  });
  return insertions.reduceRight((all, { at, text: added }) => all.slice(0, at) + added + all.slice(at), text);
}

const directiveOf = (levels: readonly number[]): string =>
  levels.join() === '0' ? ' @semanticNonNull' : ` @semanticNonNull(levels: [${levels.join(', ')}])`;

/** Where the type of a level ends: 0 is the field's own, 1 that of the items of its list. */
function endOfLevel(type: TypeNode, level: number): number | undefined {
  if (type.kind === Kind.NON_NULL_TYPE) return endOfLevel(type.type, level);
  return level > 0 && type.kind === Kind.LIST_TYPE ? endOfLevel(type.type, level - 1) : type.loc?.end;
}
