import { GraphQLError } from 'graphql';
import { builder } from './builder.js';

/**
 * Scalars whose strings are checked with their record (`partner/value.ts`) and passed on byte for byte. Scalar libraries would
 * parse and print them again, which changes them.
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

for (const [name, description] of Object.entries(textScalars))
  // It has the names of the table.
  builder.scalarType(name as keyof typeof textScalars, {
    description,
    serialize: (value) => value,
    parseValue(value) {
      if (typeof value === 'string') return value;
      throw new GraphQLError(`${name} must be a string.`);
    },
  });

builder.scalarType('JSONObject', {
  description: 'A JSON object with any members, for example `{ "limit": 100 }`.',
  serialize: (value) => value,
  parseValue(value) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    throw new GraphQLError('JSONObject must be an object.');
  },
});
