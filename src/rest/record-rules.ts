import type { z } from 'zod';
import { compileDrift } from '../partner/drift.js';
import type { ListEndpoint, RecordEndpoint } from '../partner/endpoint.js';
import type { PartnerError } from '../partner/error.js';
import { compileExact } from '../partner/exact.js';
import type { DriftFound } from './observer.js';
import { invalid } from './response-error.js';

/** Compiled from a schema when it is first used. */
const compileRules = <T>(schema: z.ZodType<T>) => ({
  isExact: compileExact(schema),
  findDrift: compileDrift(schema),
});

type Rules<T> = ReturnType<typeof compileRules<T>>;

const known = new WeakMap<z.ZodType, Rules<unknown>>();

/** The rules under a schema are compiled from it: that is the proof of the cast. */
export function rulesOf<T>(schema: z.ZodType<T>): Rules<T> {
  let rules = known.get(schema);
  if (rules === undefined) known.set(schema, (rules = compileRules(schema)));
  return rules as Rules<T>;
}

/** The record of a raw value, which is the value itself where it keeps the contract to the letter. */
export function checkRecord<T>(
  endpoint: RecordEndpoint<T> | ListEndpoint<T>,
  raw: unknown,
  drift: DriftFound,
): T | PartnerError {
  const { isExact, findDrift } = rulesOf(endpoint.record);
  const checked = parseRecord(endpoint.record, isExact, raw);
  if (!checked.success)
    return invalid(endpoint, `with a record that breaks the contract at ${checked.fields}`, 200);
  if (checked.data !== raw) findDrift(raw, (found) => drift(endpoint, found));
  return checked.data;
}

type Checked<T> = { success: true; data: T } | { success: false; fields: string };

/** Data nested thousands of levels deep exhausts the stack: that is a broken record, not a crash. */
function parseRecord<T>(schema: z.ZodType<T>, isExact: Rules<T>['isExact'], raw: unknown): Checked<T> {
  try {
    if (isExact(raw)) return { success: true, data: raw };
    const checked = schema.safeParse(raw);
    return checked.success ? checked : { success: false, fields: faultyFields(checked.error) };
  } catch {
    return { success: false, fields: 'its depth' };
  }
}

/** Names of fields, never values; the names are the contract's own, as unknown fields are not checked. */
export function faultyFields(error: z.ZodError): string {
  const all = [...new Set(error.issues.map(({ path }) => path.map(String).join('.') || 'its top'))];
  const shown = all.slice(0, 5).join(', ');
  return all.length > 5 ? `${shown} and ${all.length - 5} more` : shown;
}
