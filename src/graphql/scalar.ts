import { GraphQLError } from 'graphql';
import { builder } from './builder.js';

/**
 * Strings of these scalars have been checked with the record that holds them (`partner/value.ts`) and are passed on
 * byte for byte: libraries of scalars parse and print them anew, which changes them.
 */
const textScalar = (
  name: 'DateTime' | 'LocalDate' | 'LocalTime' | 'TimeZone' | 'HexColorCode' | 'OpaqueUrl',
  description: string,
) =>
  builder.scalarType(name, {
    description,
    serialize: (value) => value,
    parseValue(value) {
      if (typeof value === 'string') return value;
      throw new GraphQLError(`${name} is a string.`);
    },
  });

textScalar(
  'DateTime',
  'A moment: an ISO 8601 timestamp, for example `2026-11-20T09:30:00Z`. Exactly the upstream’s string.',
);
textScalar('LocalDate', 'A calendar date in the local time of its owner, shape `YYYY-MM-DD`.');
textScalar(
  'LocalTime',
  'A time of day in the local time of its owner, shape `HH:MM`, 24-hour; `24:00` may occur.',
);
textScalar('TimeZone', 'A time zone name of the form Area/City, for example `Europe/Berlin`.');
textScalar('HexColorCode', 'A colour, hexadecimal, shape `#RRGGBB`.');
textScalar(
  'OpaqueUrl',
  'A location to be fetched as it is. It must not be parsed, shortened or stored: neither its host nor its form is promised.',
);

builder.scalarType('JSONObject', {
  description: 'A JSON object of any content.',
  serialize: (value) => value,
  parseValue(value) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
    throw new GraphQLError('JSONObject is an object.');
  },
});
