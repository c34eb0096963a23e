import { unrecognized } from '../partner/value.js';
import { builder } from './builder.js';

/**
 * A GraphQL enum over an enum of the contract. REST values become UPPER_SNAKE_CASE; `UNRECOGNIZED` replaces a value that
 * the contract does not list yet.
 *
 * @param members REST value to description
 */
export function contractEnum<const Value extends string>(
  name: string,
  description: string,
  members: Readonly<Record<Value, string>>,
) {
  const values: Record<string, { value: Value | typeof unrecognized; description: string }> = {};
  for (const [value, meaning] of entries(members))
    values[value.toUpperCase().replaceAll('-', '_')] = { value, description: meaning };
  values[unrecognized] = {
    value: unrecognized,
    description:
      'A value that this version of the façade does not know yet. The rest of the record is complete.',
  };
  return builder.enumType(name, { description, values });
}

/** Object.entries widens the keys to string; a record made from a literal has no others. */
const entries = <Value extends string>(members: Readonly<Record<Value, string>>): [Value, string][] =>
  Object.entries(members) as [Value, string][];
