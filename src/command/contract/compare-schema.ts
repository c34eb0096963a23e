import { z } from 'zod';
import type { Endpoint } from '../../partner/endpoint.js';
import { paginationSchema } from '../../partner/envelope.js';
import { enumMembers } from '../../partner/value.js';
import { type FlatSchema, JsonNode } from './document.js';

/**
 * The grades, the gravest first:
 *
 * - `breaking`: requests of the façade are refused, or it rejects records, so that fields become
 *   null with an error
 * - `degraded`: every promise of the schema holds, but a value that clients may use no longer comes
 * - `additive`: nothing changes until the façade uses what is new
 */
export const impacts = ['breaking', 'degraded', 'additive'] as const;

type Impact = (typeof impacts)[number];

/** One difference between the document of the Partner API and what the façade relies on. */
export interface Difference {
  readonly impact: Impact;
  /** What happened, in two or three fixed words, for example `field removed`. */
  readonly name: string;
  /** In the contract's words, for example `partnerV1_screens data[].status`. */
  readonly where: string;
  /**
   * In the document, as a JSON pointer, for example
   * `#/components/schemas/Screen/properties/status`.
   */
  readonly address: string;
  /** The expected and the documented value; absent where the name is enough. */
  readonly detail: string | undefined;
}

/** Compares what the façade accepts with what the document promises. */
export class Comparison {
  readonly differences: Difference[] = [];
  /** Pairs of objects compared already: each is reported once, at the first place that uses it. */
  private readonly compared = new Set<string>();

  readonly report = (
    impact: Impact,
    name: string,
    where: string,
    { pointer: address }: { readonly pointer: string },
    detail?: string,
  ): void => void this.differences.push({ impact, name, where, address, detail });

  /**
   * Formats and patterns are not compared: no rule decides which strings two patterns share.
   *
   * @param where the value in the contract's words
   */
  compare(expected: FlatSchema, actual: FlatSchema, where: string): void {
    const pair = `${actual.pointer} ${formatNames(expected.fields.keys())}`;
    if (this.compared.has(pair)) return;
    if (expected.fields.size > 0) this.compared.add(pair);
    if (!this.compareTypes(expected, actual, where)) return;
    this.compareValues(expected, actual, where);
    // A missing bound does not promise values beyond the expected one.
    if (isMore(expected.minimum, actual.minimum) || isMore(actual.maximum, expected.maximum)) {
      const detail = formatBoth(formatRange(expected), formatRange(actual));
      this.report('breaking', 'range widened', where, actual, detail);
    }
    if (expected.items !== undefined && actual.items !== undefined) {
      this.compare(expected.items.flatten(), actual.items.flatten(), `${where}[]`);
    }
    if (expected.fields.size > 0) this.compareFields(expected, actual, where);
  }

  /** False where the types differ: their parts cannot be compared. */
  private compareTypes({ types }: FlatSchema, actual: FlatSchema, where: string): boolean {
    const promised = [...(actual.types ?? [])];
    if (types === undefined || promised.every((type) => types.has(type))) return true;
    const detail = formatBoth(formatNames(types), formatNames(promised));
    this.report('breaking', 'type changed', where, actual, detail);
    return false;
  }

  private compareValues({ values: known }: FlatSchema, actual: FlatSchema, where: string): void {
    const { report } = this;
    const listed = actual.values;
    if (known && listed) {
      for (const value of known) {
        if (!listed.has(value)) report('degraded', 'value removed', where, actual, value);
      }
      for (const value of listed) {
        if (!known.has(value)) report('additive', 'new value', where, actual, value);
      }
    } else if (listed) {
      report('additive', 'values listed', where, actual, formatNames(listed));
    } else if (known) {
      // Each of the known values may still come.
      report('additive', 'values no longer listed', where, actual);
    }
  }

  private compareFields(expected: FlatSchema, actual: FlatSchema, object: string): void {
    const { report } = this;
    for (const [name, field] of expected.fields) {
      const where = fieldName(object, name);
      const found = actual.fields.get(name);
      const isRequired = expected.required.has(name);
      const alwaysComes = actual.required.has(name);
      if (found === undefined) {
        // Without an optional field a record stays readable: the field is null.
        const impact = isRequired ? 'breaking' : 'degraded';
        if (!undeclaredFields.has(where)) report(impact, 'field removed', where, actual);
        continue;
      }
      const expectedField = field.flatten();
      const actualField = found.flatten();
      if (isRequired && !alwaysComes) report('breaking', 'field optional', where, found);
      if (!isRequired && alwaysComes) report('additive', 'field required', where, found);
      if (actualField.nullable && !expectedField.nullable) {
        report('breaking', 'field nullable', where, found);
      }
      this.compare(expectedField, actualField, where);
    }
    for (const [name, found] of actual.fields) {
      if (!expected.fields.has(name)) {
        report('additive', 'new field', fieldName(object, name), found);
      }
    }
  }
}

export type Report = Comparison['report'];

/** Names in a text, sorted: `a, b`; `none` without any. */
export const formatNames = (names: Iterable<string>): string =>
  [...names].sort().join(', ') || 'none';

export const formatRange = ({
  minimum,
  maximum,
}: Pick<FlatSchema, 'minimum' | 'maximum'>): string => `${minimum ?? '-∞'} to ${maximum ?? '∞'}`;

const isMore = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one > other;

const formatBoth = (expected: string, actual: string): string =>
  `expected: ${expected}; documented: ${actual}`;

/**
 * `partnerV1_screens` and `data` make `partnerV1_screens data`; deeper names are joined by dots.
 */
const fieldName = (where: string, name: string): string =>
  `${where}${where.includes(' ') ? '.' : ' '}${name}`;

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
