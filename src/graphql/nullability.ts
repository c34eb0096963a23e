import {
  type GraphQLField,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  printSchema,
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
