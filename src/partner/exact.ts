import { z } from 'zod';
import { enumMembers } from './value.js';

/** Whether a raw value is, as it stands, what its schema would make of it. */
export type IsExact<T> = (raw: unknown) => raw is T;

type Check = (raw: unknown) => boolean;

/**
 * Makes the function that tells whether a raw value keeps the contract to the letter: it is valid, holds no field and
 * no enum value that the contract does not list, so that reading it would give an equal value and find no drift. Nearly
 * every record is such a one; it is used as it came, at a tenth of the cost of a reading that copies it. Of anything
 * else the schema itself tells what is wrong. The rules are read off the very schema that validates: what this module
 * does not know is never exact, only slower.
 */
export function compileExact<T>(schema: z.ZodType<T>): IsExact<T> {
  const check = compile(schema, new Map());
  // True for values alone that the schema would give back unchanged: that is the proof of the type.
  return (raw): raw is T => check(raw);
}

/** Schemas that are being compiled, or have been: a recursive one meets itself here. */
type Known = Map<z.core.$ZodType, { check: Check }>;

function compile(schema: z.core.$ZodType, known: Known): Check {
  const met = known.get(schema);
  if (met !== undefined) return (raw) => met.check(raw);
  const entry: { check: Check } = { check: never };
  known.set(schema, entry);
  entry.check = compileFresh(schema, known);
  return entry.check;
}

function compileFresh(schema: z.core.$ZodType, known: Known): Check {
  const members = enumMembers.get(schema)?.members;
  if (members !== undefined) return isMember(new Set(members));
  if (schema instanceof z.ZodOptional) return orElse(undefined, compile(schema.unwrap(), known));
  if (schema instanceof z.ZodNullable) return orElse(null, compile(schema.unwrap(), known));
  if (schema instanceof z.ZodArray)
    return isPlain(schema) ? isArrayOf(compile(schema.element, known)) : never;
  if (schema instanceof z.ZodObject) return isPlain(schema) ? isObjectOf(schema, known) : never;
  if (schema instanceof z.ZodUnknown) return () => true;
  if (schema instanceof z.ZodBoolean) return (raw) => typeof raw === 'boolean';
  if (schema instanceof z.ZodString) return isString(schema);
  return schema instanceof z.ZodNumber ? isNumber(schema) : never;
}

const never: Check = () => false;

const isPlain = ({ def }: z.ZodArray | z.ZodObject): boolean =>
  (def.checks ?? []).length === 0 && (def.type === 'array' || def.catchall === undefined);

const isMember =
  (members: ReadonlySet<unknown>): Check =>
  (raw) =>
    members.has(raw);

const orElse =
  (other: null | undefined, check: Check): Check =>
  (raw) =>
    raw === other || check(raw);

const isArrayOf =
  (element: Check): Check =>
  (raw) => {
    if (!Array.isArray(raw)) return false;
    for (const each of raw) if (!element(each)) return false;
    return true;
  };

function isObjectOf({ shape }: z.ZodObject, known: Known): Check {
  const fields = Object.entries<z.core.$ZodType>(shape).map(([name, field]) => ({
    name,
    check: compile(field, known),
    isRequired: !(field instanceof z.ZodOptional || field instanceof z.ZodUnknown),
  }));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const required = fields.filter(({ isRequired }) => isRequired).length;
  return (raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return false;
    const record = raw as Record<string, unknown>;
    let place = 0;
    let seen = 0;
    // A walk over the record's own order: to look each name up costs several times as much. The prototype's own fields
    // would count as well, but what JSON makes has none that can be counted.
    for (const name in record) {
      const expected = fields[place];
      place += 1;
      const field = expected?.name === name ? expected : byName.get(name);
      if (field?.check(record[name]) !== true) return false;
      if (field.isRequired) seen += 1;
    }
    return seen === required;
  };
}

function isString({ def }: z.ZodString): Check {
  const patterns: RegExp[] = [];
  for (const check of def.checks ?? []) {
    if (!(check instanceof z.core.$ZodCheckRegex) || check._zod.def.pattern.global) return never;
    patterns.push(check._zod.def.pattern);
  }
  const [pattern] = patterns;
  if (pattern === undefined) return (raw) => typeof raw === 'string';
  return patterns.length > 1 ? never : (raw) => typeof raw === 'string' && pattern.test(raw);
}

/** JSON knows numbers beyond the finite ones: 1e999. */
function isNumber(schema: z.ZodNumber): Check {
  const { def } = schema;
  const isInt32 = schema instanceof z.core.$ZodNumberFormat && schema._zod.def.format === 'int32';
  if (schema instanceof z.core.$ZodNumberFormat && !isInt32) return never;
  let least = isInt32 ? -(2 ** 31) : -Number.MAX_VALUE;
  let most = isInt32 ? 2 ** 31 - 1 : Number.MAX_VALUE;
  for (const check of def.checks ?? []) {
    if (check instanceof z.core.$ZodCheckGreaterThan && check._zod.def.inclusive)
      least = Math.max(least, Number(check._zod.def.value));
    else if (check instanceof z.core.$ZodCheckLessThan && check._zod.def.inclusive)
      most = Math.min(most, Number(check._zod.def.value));
    else return never;
  }
  return (raw) =>
    typeof raw === 'number' && raw >= least && raw <= most && (!isInt32 || Number.isInteger(raw));
}
