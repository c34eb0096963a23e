import { z } from 'zod';

/**
 * The kinds of value in the contract's field tables. Strings are checked for their form and passed
 * on byte for byte. An optional field may be absent or null, which mean the same to a client.
 */

/** Replaces an enum value that the contract does not list (yet). */
export const unrecognized = 'UNRECOGNIZED';

/** The listed members of every open enum, for `drift.ts` and `exact.ts`. */
export const enumMembers = z.registry<{ members: string[] }>();

/** A string whose members the contract lists; any other string becomes `UNRECOGNIZED`. */
export function openEnum<const M extends string>(members: readonly M[]) {
  const known: ReadonlySet<string> = new Set(members);
  // An overwrite costs a fifth of a transform, but its type is string. It returns a member or
  // `UNRECOGNIZED`.
  const schema = z.string().overwrite((value) => (known.has(value) ? value : unrecognized));
  enumMembers.add(schema, { members: [...members] });
  return schema as unknown as z.ZodType<M | typeof unrecognized, string>;
}

export const optional = <T extends z.ZodType>(schema: T) => schema.nullish();

/** Counts and positions: GraphQL's Int. */
export const int = z.int32();

/** The form of ISO 8601; whether the day exists is not checked. */
export const dateTime = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,12})?)?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/,
  );

/** YYYY-MM-DD. */
export const localDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** HH:MM, 24-hour; "24:00" is valid. */
export const localTime = z.string().regex(/^\d{2}:\d{2}$/);

/** Area/City. Wider than the contract's form, so that "UTC" and "Etc/GMT+1" are readable. */
export const timeZone = z.string().regex(/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/);

/** #RRGGBB. */
export const hexColor = z.string().regex(/^#[0-9A-Fa-f]{6}$/);

/** Never parsed, normalised or rewritten (contract, "What the service does"). */
export const opaqueUrl = z.string();

/** A fraction of the viewport's height or of its sides, 0..1. */
export const ratio = z.number().min(0).max(1);
