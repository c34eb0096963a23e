import { z } from 'zod';
import { formatNames, formatRange, type Location, type Report } from './difference.js';
import type { FlatSchema } from './flatten.js';
import type { Endpoint } from '../partner/endpoint.js';
import { paginationSchema } from '../partner/envelope.js';
import { enumMembers } from '../partner/value.js';
import { JsonNode } from './document.js';

export interface Comparison {
  readonly report: Report;
  /** Pairs of objects compared already: each is reported once, at the first place that uses it. */
  readonly compared: Set<string>;
}

/**
 * Compares what the façade accepts with what the document promises.
 *
 * Formats and patterns are not compared: no rule decides which strings two patterns share.
 *
 * @param where the value in the contract's words
 */
export function compareSchema(
  expected: FlatSchema,
  actual: FlatSchema,
  where: string,
  task: Comparison,
): void {
  const { report, compared } = task;
  const hasFields = expected.fields.size > 0;
  const pair = `${actual.pointer} ${formatNames(expected.fields.keys())}`;
  if (hasFields && compared.has(pair)) return;
  if (hasFields) compared.add(pair);
  const at = { where, address: actual.pointer };
  if (!compareTypes(expected, actual, at, report)) return;
  compareValues(expected, actual, at, report);
  compareRange(expected, actual, at, report);
  if (expected.items !== undefined && actual.items !== undefined)
    compareSchema(expected.items.flatten(), actual.items.flatten(), `${where}[]`, task);
  if (hasFields) compareFields(expected, actual, at, task);
}

const anyType: ReadonlySet<string> = new Set();

/** False where the types differ: their parts cannot be compared. */
function compareTypes(expected: FlatSchema, actual: FlatSchema, at: Location, report: Report): boolean {
  const [accepted, promised] = [expected.types ?? anyType, actual.types ?? anyType];
  if (accepted.size === 0 || [...promised].every((type) => accepted.has(type))) return true;
  report('breaking', 'type changed', at, documented(formatNames(accepted), formatNames(promised)));
  return false;
}

function compareValues(expected: FlatSchema, actual: FlatSchema, at: Location, report: Report): void {
  const [known, listed] = [expected.values, actual.values];
  if (known && listed) {
    for (const value of known) if (!listed.has(value)) report('degraded', 'value removed', at, value);
    for (const value of listed) if (!known.has(value)) report('additive', 'new value', at, value);
  } else if (listed) report('additive', 'values listed', at, formatNames(listed));
  // Each of the known values may still come.
  else if (known) report('additive', 'values no longer listed', at);
}

/** A missing bound does not promise values beyond the expected one. */
function compareRange(expected: FlatSchema, actual: FlatSchema, at: Location, report: Report): void {
  if (!isMore(expected.minimum, actual.minimum) && !isMore(actual.maximum, expected.maximum)) return;
  report('breaking', 'range widened', at, documented(formatRange(expected), formatRange(actual)));
}

const isMore = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one > other;

const documented = (expected: string, actual: string): string =>
  `expected: ${expected}; documented: ${actual}`;

function compareFields(expected: FlatSchema, actual: FlatSchema, object: Location, task: Comparison): void {
  const { report } = task;
  const { where, address } = object;
  for (const [name, field] of expected.fields) {
    const found = actual.fields.get(name);
    const at = { where: fieldName(where, name), address: found?.pointer ?? address };
    const [isRequired, alwaysComes] = [expected.required.has(name), actual.required.has(name)];
    if (found === undefined) {
      // Without an optional field a record stays readable: the field is null.
      if (!undeclaredFields.has(at.where)) report(isRequired ? 'breaking' : 'degraded', 'field removed', at);
      continue;
    }
    const [expectedField, actualField] = [field.flatten(), found.flatten()];
    if (isRequired && !alwaysComes) report('breaking', 'field optional', at);
    if (!isRequired && alwaysComes) report('additive', 'field required', at);
    if (actualField.nullable && !expectedField.nullable) report('breaking', 'field nullable', at);
    compareSchema(expectedField, actualField, at.where, task);
  }
  for (const [name, { pointer }] of actual.fields)
    if (!expected.fields.has(name))
      report('additive', 'new field', { where: fieldName(where, name), address: pointer });
}

/** `partnerV1_screens` and `data` make `partnerV1_screens data`; deeper names are joined by dots. */
const fieldName = (where: string, name: string): string =>
  `${where}${where.includes(' ') ? '.' : ' '}${name}`;

/** The query of every list request (contract, "Pagination of collections"), in its widest range. */
export const pageParameters = [
  { name: 'page', minimum: 1, maximum: undefined },
  { name: 'limit', minimum: 1, maximum: 100 },
] as const;

/** Fields that the façade reads although the contract does not declare them. */
const undeclaredFields: ReadonlySet<string> = new Set(['partnerV1_organization data.slug']);

/** The body of a 200 as the façade validates it: the JSON schema of the zod schema itself. */
export function expectedBody({ kind, record }: Endpoint): JsonNode {
  const body =
    kind === 'one'
      ? z.object({ data: record })
      : z.object({ data: z.array(record), pagination: paginationSchema });
  const schema = z.toJSONSchema(body, {
    // The wire's form, before any transform.
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      const members = enumMembers.get(zodSchema)?.members;
      if (members !== undefined) jsonSchema.enum = members;
    },
  });
  return new JsonNode(schema);
}
