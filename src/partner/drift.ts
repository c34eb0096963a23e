import { isObject } from '../client/error.js';
import { unrecognized } from './value.js';

/** A deviation from the contract that does not make a record unreadable. Holds names of fields, no values. */
export interface Drift {
  readonly kind: 'unknown field' | 'unknown enum value' | 'contradictory total';
  /** The field's address in its resource, for example `availability.mode`. */
  readonly field: string;
}

/** Objects in each other that are looked into: panels of a layout may hold layouts. */
const maxDepth = 7;

/**
 * Finds the fields and enum values of a raw record that the contract does not list (architecture, 7): what its schema has
 * left out of the checked record, or replaced. A text that is itself `UNRECOGNIZED` counts as replaced.
 */
export function findDrift(
  raw: unknown,
  checked: unknown,
  found: (drift: Drift) => void,
  field = '',
  depth = maxDepth,
): void {
  if (checked === unrecognized) found({ kind: 'unknown enum value', field });
  if (!isObject(raw) || !isObject(checked) || depth === 0) return;
  if (Array.isArray(raw)) {
    for (let index = 0; index < raw.length; index += 1)
      findDrift(raw[index], checked[index], found, field, depth);
    return;
  }
  const prefix = field === '' ? '' : `${field}.`;
  // Object.entries would allocate an array of arrays for every record.
  for (const name in raw) {
    // Most values are what they were.
    if (raw[name] === checked[name] && raw[name] !== unrecognized) continue;
    if (Object.hasOwn(checked, name)) findDrift(raw[name], checked[name], found, prefix + name, depth - 1);
    else found({ kind: 'unknown field', field: prefix + printableName(name) });
  }
}

/** The upstream chooses the names of unknown fields, so only plain names are reported. */
const printableName = (name: string): string => (/^[\w$-]{1,64}$/.test(name) ? name : '(unprintable)');
