import type { FieldMap, ObjectFieldBuilder, OutputRef } from '@pothos/core';
import { GraphQLError } from 'graphql';
import {
  dateTime,
  hexColor,
  int,
  localDate,
  localTime,
  opaqueUrl,
  timeZone,
} from '../partner/value.js';
import { builder } from './builder.js';

/** As much as a type needs of the zod schema of its records. */
export interface RecordSchema<T> {
  readonly _output: T;
  readonly shape: { readonly [Name in keyof T]-?: ValueSchema };
}

interface ValueSchema {
  readonly def: {
    readonly type: string;
    readonly innerType?: ValueSchema;
    readonly element?: ValueSchema;
  };
}

/** What describes each field; an enum and an object have their type before that. */
export type Described<T> = {
  readonly [Name in keyof T]?: string | TypedDescription<NonNullable<T[Name]>>;
};

type TypedDescription<V> = readonly [
  type: OutputRef<V extends readonly (infer Item)[] ? Item : V>,
  string,
];

export const recordType = <T extends object>(
  name: string,
  schema: RecordSchema<T>,
  description: string,
  described: Described<T>,
) => builder.objectRef<T>(name).implement({ description, fields: recordFields(schema, described) });

/**
 * Fields that pass on those of a record. Their types follow from its schema; an id is known by its
 * name.
 */
export const recordFields =
  <T extends object>({ shape }: RecordSchema<T>, described: Described<T>) =>
  (t: Pick<ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], T>, 'expose'>): FieldMap => {
    const fields: FieldMap = {};
    for (const name in described) {
      const entry: string | TypedDescription<unknown> = described[name] ?? '';
      const [given, description] = typeof entry === 'string' ? [undefined, entry] : entry;
      const type = typeOf(shape[name], given ?? (/^id$|Id$/.test(name) ? 'ID' : undefined));
      // Pothos cannot compare the type with a name that is open; it follows from the schema of that
      // member.
      fields[name] = t.expose(name as never, { ...type, description } as never);
    }
    return fields;
  };

const scalars: ReadonlyMap<object, string> = new Map<object, string>([
  [dateTime, 'DateTime'],
  [hexColor, 'HexColorCode'],
  [int, 'Int'],
  [localDate, 'LocalDate'],
  [localTime, 'LocalTime'],
  [opaqueUrl, 'OpaqueUrl'],
  [timeZone, 'TimeZone'],
]);

const plainTypes: Readonly<Record<string, string>> = {
  string: 'String',
  number: 'Float',
  boolean: 'Boolean',
};

/** @param given the type of an enum, an object or an id, or of the items of a list of them */
function typeOf(
  schema: ValueSchema,
  given: unknown,
): { readonly type: unknown; readonly nullable?: true } {
  const { type, innerType, element } = schema.def;
  if (innerType !== undefined) return { ...typeOf(innerType, given), nullable: true };
  if (element !== undefined) return { type: [typeOf(element, given).type] };
  return { type: given ?? scalars.get(schema) ?? plainTypes[type] };
}

/**
 * Scalars whose strings are checked with their record (`partner/value.ts`) and passed on byte for
 * byte. Scalar libraries would parse and print them again, which changes them.
 */
const textScalars = {
  DateTime:
    'An ISO 8601 timestamp, for example `2026-11-20T09:30:00Z`. Exactly the string of the Partner API.',
  LocalDate:
    'A calendar date in the time zone of its availability, as `YYYY-MM-DD`, for example `2026-12-24`.',
  LocalTime:
    'A 24-hour time of day in the time zone of its availability, as `HH:MM`, for example `18:30`. `24:00` may occur.',
  TimeZone: 'A time zone name in the form Area/City, for example `Europe/Berlin`.',
  HexColorCode: 'A hexadecimal colour as `#RRGGBB`, for example `#1A2B3C`.',
  OpaqueUrl:
    'A URL to fetch as it is. Do not parse, shorten or store it: neither its host nor its form is guaranteed.',
};

for (const [name, description] of Object.entries(textScalars)) {
  // It has the names of the table.
  builder.scalarType(name as keyof typeof textScalars, {
    description,
    serialize: (value) => value,
    parseValue(value) {
      if (typeof value === 'string') return value;
      throw new GraphQLError(`${name} must be a string.`);
    },
  });
}

builder.scalarType('JSONObject', {
  description: 'A JSON object with any members, for example `{ "limit": 100 }`.',
  serialize: (value) => value,
  parseValue(value) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    throw new GraphQLError('JSONObject must be an object.');
  },
});
