import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileDrift } from '../../src/partner/drift.js';
import { paginationSchema } from '../../src/partner/envelope.js';
import { compileExact } from '../../src/partner/exact.js';
import { openEnum } from '../../src/partner/value.js';
import { allFields, tableNames } from './contract.js';
import { sampleOf, sampleRecord, schemas } from './record.js';
import type { TableName } from './contract.js';

const optionalOf = (table: TableName): string[] =>
  allFields.filter((field) => field.table === table && field.isOptional).map(({ name }) => name);

/** Values at the edges of the contract's types. */
const strange = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    null,
    'UNRECOGNIZED',
    '',
    '2026-11-20',
    '24:00',
    '#00000g',
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 31 - 1,
    1.5,
    -0,
    0,
    1,
    1e300,
    Number.POSITIVE_INFINITY,
    true,
    [],
    {},
    [null],
  ),
);

/** A record of a table with any of its optional fields, and a few values of any kind anywhere on its top level. */
const recordOf = (table: TableName): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .record({
      optional: fc.subarray(optionalOf(table)),
      changes: fc.array(
        fc.tuple(
          fc.constantFrom(
            ...allFields.filter((field) => field.table === table).map(({ name }) => name),
            'sparkle',
          ),
          strange,
        ),
        { maxLength: 2 },
      ),
    })
    .map(({ optional, changes }) => ({ ...sampleRecord(table, optional), ...Object.fromEntries(changes) }));

function hasDrift(table: TableName, raw: unknown): boolean {
  let found = false;
  compileDrift(schemas[table])(raw, () => (found = true));
  return found;
}

describe('a value that keeps the contract to the letter', () => {
  it.each(tableNames)(
    '%s: is one that its schema gives back as it is and that shows no drift, and no other',
    (table) => {
      const isExact = compileExact(schemas[table]);
      let exact = 0;
      fc.assert(
        fc.property(recordOf(table), (raw) => {
          const read = schemas[table].safeParse(raw);
          const isKept = read.success && isDeepStrictEqual(read.data, raw);
          expect(isExact(raw)).toBe(isKept && !hasDrift(table, raw));
          if (isExact(raw)) exact += 1;
        }),
        { numRuns: 300 },
      );
      expect(exact).toBeGreaterThan(10);
    },
  );

  it.each(tableNames)('%s: an unknown field is seen at any depth below it', (table) => {
    for (const { name, kind } of allFields.filter((field) => field.table === table)) {
      const value = sampleOf({ kind });
      const below: unknown = Array.isArray(value) ? value[0] : value;
      if (typeof below !== 'object' || below === null) continue;
      const changed = { ...below, sparkle: 1 };
      const raw = { ...sampleRecord(table), [name]: Array.isArray(value) ? [changed] : changed };
      expect(compileExact(schemas[table])(raw), name).toBe(false);
    }
  });

  it('is none where the prototype alone has the field', () => {
    const raw = JSON.parse('{"width":1,"height":1,"__proto__":{"depth":1}}') as unknown;
    expect(compileExact(schemas.Viewport)(raw)).toBe(false);
  });

  it('pages are numbered as the contract has it', () => {
    const isExact = compileExact(paginationSchema);
    expect(isExact({ page: 1, limit: 100, total: 0, totalPages: 0 })).toBe(true);
    expect(isExact({ page: 0, limit: 100, total: 0, totalPages: 0 })).toBe(false);
    expect(isExact({ page: 1, limit: 101, total: 0, totalPages: 0 })).toBe(false);
    expect(isExact({ page: 1, limit: 1.5, total: 0, totalPages: 0 })).toBe(false);
  });

  it.each([
    ['a transform', z.string().transform((text) => text.trim()), ' a '],
    ['a refinement', z.string().refine((text) => text !== 'a'), 'a'],
    ['a refined object', z.object({ a: z.string() }).refine(() => false), { a: 'a' }],
    ['a strict object', z.strictObject({ a: z.string() }), { a: 'a' }],
    ['a bounded list', z.array(z.string()).max(1), ['a', 'b']],
    ['another integer', z.uint32(), -1],
    ['an exclusive bound', z.number().gt(1), 1],
    ['a step', z.number().multipleOf(2), 3],
    ['a global pattern', z.string().regex(/a/g), 'a'],
    ['two patterns', z.string().regex(/a/).regex(/b/), 'ab'],
    ['another format', z.email(), 'a@b.test'],
    ['a default', z.string().default('a'), 'a'],
  ] as const)('a check that the compiler does not know, such as %s, is never exact', (_name, schema, raw) => {
    expect(compileExact(schema as z.ZodType)(raw)).toBe(false);
  });

  it('B19: the mark of an unlisted value is itself no listed value', () => {
    expect(compileExact(openEnum(['on', 'off']))('UNRECOGNIZED')).toBe(false);
    expect(compileExact(openEnum(['on', 'off']))('on')).toBe(true);
  });
});
