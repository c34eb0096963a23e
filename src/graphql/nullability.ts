import {
  DirectiveLocation,
  GraphQLDirective,
  type GraphQLField,
  GraphQLInt,
  GraphQLList,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  printSchema,
  visit,
} from 'graphql';
import { fieldCostOf } from './cost/field-cost.js';

/**
 * Tells which nullable fields are null only beside an error, as the specification of semantic nullability has it:
 * clients that handle errors then have non-null types for them.
 */
export const semanticNonNull = new GraphQLDirective({
  name: 'semanticNonNull',
  description:
    'Null only beside an entry in `errors` for this very place: a client that handles errors may take it for non-null.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
  args: {
    levels: {
      type: new GraphQLList(GraphQLInt),
      defaultValue: [0],
      description: '0 for the field itself, 1 for the elements of its list.',
    },
  },
});

/** The options of a field that reads nothing itself, but shows what could not be read: an item of a page. */
export const nullOnError = { extensions: { nullOnError: true } };

/**
 * Where a field is null only on an error: 0 for itself, 1 for the elements of its list; empty where null also means
 * that there is nothing. What costs a request is null on an error alone, but for a link that need not be there.
 */
export function semanticLevels(field: GraphQLField<unknown, unknown>): readonly number[] {
  const reads = fieldCostOf(field);
  const failsAlone = reads !== undefined && !(reads.kind === 'load' && reads.isOptional === true);
  if (!failsAlone && field.extensions['nullOnError'] !== true) return [];
  if (!isNonNullType(field.type)) return [0];
  return isListType(field.type.ofType) && !isNonNullType(field.type.ofType.ofType) ? [1] : [];
}

/** The schema as text with its marks: `printSchema` knows no applied directives, so they are put behind the types. */
export function printPublicSchema(schema: GraphQLSchema): string {
  const text = `${printSchema(schema)}\n`;
  const marks: { readonly at: number; readonly mark: string }[] = [];
  visit(parse(text), {
    ObjectTypeDefinition({ name, fields = [] }) {
      const type = schema.getType(name.value);
      if (!isObjectType(type)) return;
      for (const { name: field, type: fieldType } of fields) {
        const declared = type.getFields()[field.value];
        const levels = declared === undefined ? [] : semanticLevels(declared);
        if (levels.length > 0 && fieldType.loc) marks.push({ at: fieldType.loc.end, mark: markOf(levels) });
      }
    },
  });
  return marks.reduceRight((all, { at, mark }) => all.slice(0, at) + mark + all.slice(at), text);
}

const markOf = (levels: readonly number[]): string =>
  levels.join() === '0' ? ' @semanticNonNull' : ` @semanticNonNull(levels: [${levels.join(', ')}])`;
