import { z } from 'zod';

/**
 * The kinds of value that the contract's field tables are made of. Strings are checked for their shape and
 * passed on byte for byte; an optional field may be absent or null (both mean the same to a client).
 */

/** Stands for an enum value that the contract does not list (yet). */
export const unrecognized = 'UNRECOGNIZED';

/** Listed members of every open enum, so that drift can be told from what is known. */
export const enumMembers = z.registry<{ members: string[] }>();

/** A string of which the contract lists the members; any other string is read as `UNRECOGNIZED`. */
export function openEnum<const M extends string>(members: readonly M[]) {
  const known: ReadonlySet<string> = new Set(members);
  // An overwrite costs a fifth of a transform, and tells its type as string: what it gives is a member or the mark.
  const schema = z.string().overwrite((value) => (known.has(value) ? value : unrecognized));
  enumMembers.add(schema, { members: [...members] });
  return schema as unknown as z.ZodType<M | typeof unrecognized, string>;
}

export const optional = <T extends z.ZodType>(schema: T) => schema.nullish();

/** Counts and positions: GraphQL's Int. */
export const int = z.int32();

/** ISO 8601 shape; whether the day exists is not ours to judge. */
export const dateTime = z
  .string()
  .regex(
    /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,12})?)?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/,
  );

/** Shape YYYY-MM-DD. */
export const localDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** Shape HH:MM, 24-hour; "24:00" is passed on. */
export const localTime = z.string().regex(/^\d{2}:\d{2}$/);

/** Area/City; wider than the contract's form, so that "UTC" and "Etc/GMT+1" stay readable. */
export const timeZone = z.string().regex(/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/);

/** Shape #RRGGBB. */
export const hexColor = z.string().regex(/^#[0-9A-Fa-f]{6}$/);

/** Never parsed, normalised or rewritten (contract, "What the service does"). */
export const opaqueUrl = z.string();

/** A share of the viewport's height or of its sides, 0..1. */
export const ratio = z.number().min(0).max(1);
