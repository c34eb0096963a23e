import { isObject } from '../client/error.js';
import { unrecognized } from './value.js';

/**
 * A deviation from the contract that does not make a record unreadable. Holds names of fields, no
 * values.
 */
export interface Drift {
  readonly kind: 'unknown field' | 'unknown enum value' | 'contradictory total';
  /** The field's address in its resource, for example `availability.mode`. */
  readonly field: string;
}

/** Objects in each other that are looked into: panels of a layout may hold layouts. */
const maxDepth = 7;

/** Deviations of one record that are reported: a record of nothing else must not take seconds. */
const maxFound = 100;

/**
 * Finds the fields and enum values of a raw record that the contract does not list: what its schema
 * has left out of the checked record, or replaced. A text that is itself `UNRECOGNIZED` counts as
 * replaced. Ends after a hundred.
 */
export const findDrift = (raw: unknown, checked: unknown, found: (drift: Drift) => void): void =>
  new DriftSearch(found).compare(raw, checked, '', maxDepth);

class DriftSearch {
  private left = maxFound;

  constructor(private readonly found: (drift: Drift) => void) {}

  compare(raw: unknown, checked: unknown, field: string, depth: number): void {
    if (checked === unrecognized) this.report('unknown enum value', field);
    if (!isObject(raw) || !isObject(checked) || depth === 0) return;
    if (Array.isArray(raw)) {
      for (let index = 0; index < raw.length && this.left > 0; index += 1) {
        this.compare(raw[index], checked[index], field, depth);
      }
      return;
    }
    const prefix = field === '' ? '' : `${field}.`;
    // Object.entries would allocate an array of arrays for every record.
    for (const name in raw) {
      if (this.left === 0) return;
      // Most values are what they were.
      if (raw[name] === checked[name] && raw[name] !== unrecognized) continue;
      if (Object.hasOwn(checked, name)) {
        this.compare(raw[name], checked[name], prefix + name, depth - 1);
      } else {
        this.report('unknown field', prefix + printableName(name));
      }
    }
  }

  private report(kind: Drift['kind'], field: string): void {
    if (this.left === 0) return;
    this.left -= 1;
    this.found({ kind, field });
  }
}

/** The upstream chooses the names of unknown fields, so only plain names are reported. */
const printableName = (name: string): string =>
  /^[\w$-]{1,64}$/.test(name) ? name : '(unprintable)';
