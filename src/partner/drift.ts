import { z } from 'zod';
import { enumMembers } from './value.js';

/** One way in which the upstream deviates from the contract and is still read. Holds names of fields, no values. */
export interface Drift {
  readonly kind: 'unknown field' | 'unknown enum value' | 'contradictory total';
  /** The field's address in its resource, for example `availability.mode`. */
  readonly field: string;
}

export type FindDrift = (raw: unknown, found: (drift: Drift) => void) => void;

/**
 * Makes the function that tells, for a raw value of a resource, which fields and enum values the contract
 * does not know (architecture, 7). The rules are read off the very schema that validates.
 */
export function compileDrift(schema: z.ZodType): FindDrift {
  return compile(schema, '', new Map()) ?? (() => undefined);
}

type Compiled = FindDrift | undefined;

function compile(schema: z.core.$ZodType, field: string, depth: Depth): Compiled {
  const members = enumMembers.get(schema)?.members;
  if (members !== undefined) return enumDrift(new Set(members), field);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return compile(schema.unwrap(), field, depth);
  if (schema instanceof z.ZodArray) return arrayDrift(compile(schema.element, field, depth));
  if (schema instanceof z.ZodObject) return compileObject(schema, field, depth);
  return undefined;
}

/** How often a schema stands on the way down: a recursive one is followed one level and no further. */
type Depth = ReadonlyMap<z.core.$ZodType, number>;

function compileObject(schema: z.ZodObject, field: string, depth: Depth): Compiled {
  const times = depth.get(schema) ?? 0;
  if (times > 1) return undefined;
  const below = new Map(depth).set(schema, times + 1);
  const prefix = field === '' ? '' : `${field}.`;
  const fields = new Map(
    Object.entries<z.core.$ZodType>(schema.shape).map(([name, child]) => [
      name,
      compile(child, prefix + name, below),
    ]),
  );
  return objectDrift(fields, prefix);
}

function enumDrift(members: ReadonlySet<string>, field: string): FindDrift {
  return (raw, found) => {
    if (typeof raw === 'string' && !members.has(raw)) found({ kind: 'unknown enum value', field });
  };
}

function arrayDrift(element: Compiled): Compiled {
  if (element === undefined) return undefined;
  return (raw, found) => {
    if (Array.isArray(raw)) for (const each of raw) element(each, found);
  };
}

function objectDrift(fields: ReadonlyMap<string, Compiled>, prefix: string): FindDrift {
  return (raw, found) => {
    if (typeof raw !== 'object' || raw === null) return;
    // Object.entries would make an array of arrays for every record that is read.
    for (const name in raw) {
      const field = fields.get(name);
      if (field !== undefined) field((raw as Record<string, unknown>)[name], found);
      else if (!fields.has(name)) found({ kind: 'unknown field', field: prefix + printableName(name) });
    }
  };
}

/** Names of unknown fields are the upstream's text: only what looks like a name is shown. */
const printableName = (name: string): string => (/^[\w$-]{1,64}$/.test(name) ? name : '(unprintable)');
