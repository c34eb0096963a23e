import { z } from 'zod';
import { enumMembers } from './value.js';

type IsExact<T> = (raw: unknown) => raw is T;

type Check = (raw: unknown) => boolean;

/**
 * The function that checks whether a raw value matches the contract exactly: it is valid and holds
 * no unknown field or enum value, so parsing it would return an equal value and find no drift.
 * Almost every record is exact and is used as it is, at a tenth of the cost of parsing; any other
 * value goes to the schema. The rules come from the schema that validates, compiled when it is
 * first used, and a kind of schema that this module does not know is never exact, only slower.
 */
export const compileExact = <T>(schema: z.ZodType<T>): IsExact<T> =>
  // True only for values that the schema would return unchanged, which proves the type.
  compileCheck(schema) as IsExact<T>;

/** The check is undefined while it is being compiled: a schema may be part of itself. */
const compiled = new WeakMap<z.core.$ZodType, { check?: Check }>();

function compileCheck(schema: z.core.$ZodType): Check {
  const known = compiled.get(schema);
  if (known !== undefined) return known.check ?? ((raw) => known.check?.(raw) === true);
  const entry: { check?: Check } = {};
  compiled.set(schema, entry);
  const check = compileFresh(schema);
  entry.check = check;
  return check;
}

function compileFresh(schema: z.core.$ZodType): Check {
  const members = enumMembers.get(schema)?.members;
  if (members !== undefined) {
    const known = new Set<unknown>(members);
    return (raw) => known.has(raw);
  }
  if (schema instanceof z.ZodOptional) return orElse(undefined, compileCheck(schema.unwrap()));
  if (schema instanceof z.ZodNullable) return orElse(null, compileCheck(schema.unwrap()));
  if (schema instanceof z.ZodArray) {
    return isPlain(schema) ? isArrayOf(compileCheck(schema.element)) : never;
  }
  if (schema instanceof z.ZodObject) return isPlain(schema) ? isObjectOf(schema) : never;
  if (schema instanceof z.ZodUnknown) return () => true;
  if (schema instanceof z.ZodBoolean) return (raw) => typeof raw === 'boolean';
  if (schema instanceof z.ZodString) return isMatchingString(schema);
  return schema instanceof z.ZodNumber ? isNumber(schema) : never;
}

const never: Check = () => false;

const isPlain = ({ def }: z.ZodArray | z.ZodObject): boolean =>
  (def.checks ?? []).length === 0 && (def.type === 'array' || def.catchall === undefined);

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

function isObjectOf({ shape }: z.ZodObject): Check {
  const fields = Object.entries<z.core.$ZodType>(shape).map(([name, field]) => ({
    name,
    check: compileCheck(field),
    isRequired: !(field instanceof z.ZodOptional || field instanceof z.ZodUnknown),
  }));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const required = fields.filter(({ isRequired }) => isRequired).length;
  return (raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return false;
    const record = raw as Record<string, unknown>;
    let place = 0;
    let seen = 0;
    // In the record's own order: to look up each name costs several times as much. Objects from
    // JSON have no enumerable fields on their prototype.
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

function isMatchingString({ def }: z.ZodString): Check {
  const [check, ...others] = def.checks ?? [];
  if (check === undefined) return (raw) => typeof raw === 'string';
  if (others.length > 0 || !(check instanceof z.core.$ZodCheckRegex)) return never;
  const { pattern } = check._zod.def;
  return pattern.global ? never : (raw) => typeof raw === 'string' && pattern.test(raw);
}

function isNumber({ def, format, minValue, maxValue }: z.ZodNumber): Check {
  const isInt32 = format === 'int32';
  const isKnown = (def.checks ?? []).every(
    (check) =>
      (check instanceof z.core.$ZodCheckGreaterThan || check instanceof z.core.$ZodCheckLessThan) &&
      check._zod.def.inclusive,
  );
  if (!isKnown || (format !== null && !isInt32)) return never;
  // JSON can hold numbers that are not finite: 1e999.
  const min = Math.max(minValue ?? -Infinity, -Number.MAX_VALUE);
  const max = Math.min(maxValue ?? Infinity, Number.MAX_VALUE);
  return (raw) =>
    typeof raw === 'number' && raw >= min && raw <= max && (!isInt32 || Number.isInteger(raw));
}
