import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findDrift } from '../../src/partner/drift.js';
import { paginationSchema } from '../../src/partner/envelope.js';
import { compileExact } from '../../src/partner/exact.js';
import { openEnum } from '../../src/partner/value.js';
import { words } from '../fuzz/draw.js';
import { allFields, type TableName, tableNames } from './contract.js';
import { sampleOf, sampleRecord, schemas } from './record.js';

const optionalOf = (table: TableName): string[] =>
  allFields.filter((field) => field.table === table && field.isOptional).map(({ name }) => name);

/** Values at the edges of the contract's types. */
const strange = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, true, [], {}, [null]),
  fc.constantFrom('UNRECOGNIZED', '', '2026-11-20', '24:00', '#00000g'),
  fc.constantFrom(
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 31 - 1,
    1.5,
    -0,
    0,
    1,
    1e300,
    Number.POSITIVE_INFINITY,
  ),
);

/**
 * A record of a table with any of its optional fields, and a few values of any kind anywhere on its
 * top level.
 */
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
    .map(({ optional, changes }) => ({
      ...sampleRecord(table, optional),
      ...Object.fromEntries(changes),
    }));

function driftsOf(table: TableName, raw: unknown): string[] {
  const found: string[] = [];
  findDrift(raw, schemas[table].safeParse(raw).data, ({ kind, field }) =>
    found.push(`${kind} ${field}`),
  );
  return found;
}

describe('a value that keeps the contract to the letter', () => {
  it.each(tableNames)(
    '%s: its schema gives it back as it is, and any other shows drift or another value',
    (table) => {
      const isExact = compileExact(schemas[table]);
      let exact = 0;
      fc.assert(
        fc.property(recordOf(table), (raw) => {
          const read = schemas[table].safeParse(raw);
          const isKept = read.success && isDeepStrictEqual(read.data, raw);
          if (isExact(raw)) exact += 1;
          else expect(isKept && driftsOf(table, raw).length === 0).toBe(false);
          expect(isExact(raw) && !isKept).toBe(false);
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
    const good = { page: 1, limit: 100, total: 0, totalPages: 0 };
    expect(isExact(good)).toBe(true);
    for (const wrong of [{ page: 0 }, { limit: 101 }, { limit: 1.5 }])
      expect(isExact({ ...good, ...wrong })).toBe(false);
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
  ] as const)(
    'a check that the compiler does not know, such as %s, is never exact',
    (_name, schema, raw) => {
      expect(compileExact(schema as z.ZodType)(raw)).toBe(false);
    },
  );

  it('B19: the mark of an unlisted value is itself no listed value', () => {
    expect(compileExact(openEnum(['on', 'off']))('UNRECOGNIZED')).toBe(false);
    expect(compileExact(openEnum(['on', 'off']))('on')).toBe(true);
  });
});

describe('drift from the contract', () => {
  it('B18: an unknown field is found at every level, lists and nested layouts included', () => {
    const strange = (record: object): object => ({ ...record, sparkle: 1 });
    const item = (layout?: object) => ({
      ...sampleRecord('PlaybackItem'),
      ...(layout && { layout }),
    });
    const panel = strange({ ...sampleRecord('ZonesPanel'), items: [strange(item())] });
    const layout = strange({
      presentation: strange(sampleRecord('ZonesPresentation')),
      panels: [panel],
    });
    const raw = strange({
      ...sampleRecord('PlaybackConfiguration'),
      screen: strange(sampleRecord('PlaybackScreen')),
      availability: strange({
        ...sampleRecord('Availability'),
        weekly: [strange({ day: 'monday', start: '08:00', end: '09:00' })],
      }),
      items: [item(layout)],
    });
    const places =
      words(`. .screen. .availability. .availability.weekly. .items.layout. .items.layout.presentation.
      .items.layout.panels. .items.layout.panels.items.`);
    const unknown = places.map((place) => `unknown field ${place.slice(1)}sparkle`);
    expect(new Set(driftsOf('PlaybackConfiguration', raw))).toEqual(new Set(unknown));
  });

  it('B17: names that are no names are not repeated', () => {
    expect(
      driftsOf('Viewport', { width: 1, height: 1, 'a\nb': 1, [`x${'y'.repeat(99)}`]: 1 }),
    ).toEqual(['unknown field (unprintable)', 'unknown field (unprintable)']);
  });

  it('optional values are looked into where they are there', () => {
    const viewport = { ...sampleRecord('Viewport'), depth: 3 };
    expect(driftsOf('Screen', { ...sampleRecord('Screen'), viewport })).toEqual([
      'unknown field viewport.depth',
    ]);
    expect(driftsOf('Screen', { ...sampleRecord('Screen'), viewport: null })).toEqual([]);
  });
});
