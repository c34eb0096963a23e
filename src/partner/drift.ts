import { z } from 'zod';
import { enumMembers } from './value.js';

/** A deviation from the contract that does not make a record unreadable. Holds names of fields, no values. */
export interface Drift {
  readonly kind: 'unknown field' | 'unknown enum value' | 'contradictory total';
  /** The field's address in its resource, for example `availability.mode`. */
  readonly field: string;
}

type FindDrift = (raw: unknown, found: (drift: Drift) => void) => void;

/**
 * Compiles a function that finds the fields and enum values of a raw record that the contract does not list
 * (architecture, 7). Its rules come from the schema that validates.
 */
export function compileDrift(schema: z.ZodType): FindDrift {
  return compileField(schema, '', new Map()) ?? (() => undefined);
}

type Compiled = FindDrift | undefined;

function compileField(schema: z.core.$ZodType, field: string, depth: Depth): Compiled {
  const members = enumMembers.get(schema)?.members;
  if (members !== undefined) return enumDrift(new Set(members), field);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return compileField(schema.unwrap(), field, depth);
  if (schema instanceof z.ZodArray) return arrayDrift(compileField(schema.element, field, depth));
  return schema instanceof z.ZodObject ? compileObject(schema, field, depth) : undefined;
}

/** How often each schema occurs on the path: a recursive schema is followed for one level. */
type Depth = ReadonlyMap<z.core.$ZodType, number>;

function compileObject(schema: z.ZodObject, field: string, depth: Depth): Compiled {
  const times = depth.get(schema) ?? 0;
  if (times > 1) return undefined;
  const below = new Map(depth).set(schema, times + 1);
  const prefix = field === '' ? '' : `${field}.`;
  const fields = new Map(
    Object.entries<z.core.$ZodType>(schema.shape).map(([name, child]) => [
      name,
      compileField(child, prefix + name, below),
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
    // Object.entries would allocate an array of arrays for every record.
    for (const name in raw) {
      const field = fields.get(name);
      if (field !== undefined) field((raw as Record<string, unknown>)[name], found);
      else if (!fields.has(name)) found({ kind: 'unknown field', field: prefix + printableName(name) });
    }
  };
}

/** The upstream chooses the names of unknown fields, so only plain names are reported. */
const printableName = (name: string): string => (/^[\w$-]{1,64}$/.test(name) ? name : '(unprintable)');
