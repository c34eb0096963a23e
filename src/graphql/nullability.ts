import {
  type GraphQLField,
  type GraphQLObjectType,
  GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  printSchema,
  visit,
} from 'graphql';
import { fieldCostOf } from './cost/field-cost.js';

/**
 * The options of a field that reads nothing itself and is null where an item of a page could not be
 * read.
 */
export const nullOnError = { extensions: { nullOnError: true } };

const marks = { self: ' @semanticNonNull', items: ' @semanticNonNull(levels: [1])' };

type AnyField = GraphQLField<unknown, unknown>;

/**
 * The mark of a field that is null, or has items that are null, only on an error. A field that
 * costs a request is null only on an error, except an optional link.
 */
function markOf(field: AnyField): string {
  const cost = fieldCostOf(field);
  const isOptionalLink = cost?.kind === 'load' && cost.isOptional === true;
  const isRead = cost !== undefined && !isOptionalLink;
  if (!isRead && field.extensions['nullOnError'] !== true) return '';
  if (!isNonNullType(field.type)) return marks.self;
  const list = field.type.ofType;
  const hasNullableItems = isListType(list) && !isNonNullType(list.ofType);
  return hasNullableItems ? marks.items : '';
}

/**
 * The schema as text. `printSchema` prints no applied directives, so `@semanticNonNull` is inserted
 * behind the types.
 *
 * @param othersOf further directives of a type or of a field, with a space before each
 */
export function printPublicSchema(
  schema: GraphQLSchema,
  othersOf: (definition: GraphQLObjectType | AnyField) => string = () => '',
): string {
  const text = `${printSchema(schema)}\n`;
  const insertions: (readonly [at: number | undefined, mark: string])[] = [];
  visit(parse(text), {
    ObjectTypeDefinition({ name, interfaces = [], fields = [] }) {
      const type = schema.getType(name.value);
      if (!isObjectType(type)) return;
      // Every node of a parsed text has its place.
      insertions.push([(interfaces.at(-1) ?? name).loc?.end, othersOf(type)]);
      for (const { name: field, type: fieldType } of fields) {
        const declared = type.getFields()[field.value];
        if (declared) insertions.push([fieldType.loc?.end, markOf(declared) + othersOf(declared)]);
      }
    },
  });
  return insertions.reduceRight((all, [at, mark]) => all.slice(0, at) + mark + all.slice(at), text);
}

/**
 * The schema as text for clients that throw where a field has an error: `!` in place of each mark,
 * and no such directive.
 */
export function printStrictSchema(schema: GraphQLSchema): string {
  const { directives, ...config } = schema.toConfig();
  const others = directives.filter(({ name }) => name !== 'semanticNonNull');
  const marked = printPublicSchema(new GraphQLSchema({ ...config, directives: others }));
  return marked.replaceAll(`]!${marks.items}\n`, '!]!\n').replaceAll(`${marks.self}\n`, '!\n');
}
