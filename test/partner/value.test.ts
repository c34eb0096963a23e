import type { z } from 'zod';
import { describe, expect, it } from 'vitest';
import {
  dateTime,
  hexColor,
  int,
  localDate,
  localTime,
  opaqueUrl,
  ratio,
  timeZone,
} from '../../src/partner/value.js';
import { viewportSchema } from '../../src/partner/screen.js';
import { words } from '../fuzz/draw.js';
import { allFields, tableNames } from './contract.js';
import { sampleOf, sampleRecord, schemas } from './record.js';

const zones = 'Europe/Berlin America/Argentina/Buenos_Aires Etc/GMT+1 UTC';
const long = `https://x/${'a'.repeat(8192)}`;

const rows: readonly [
  name: string,
  z.ZodType,
  good: readonly unknown[],
  bad: readonly unknown[],
][] = [
  [
    'B25 date-time',
    dateTime,
    words(`2026-11-20T09:30:00Z 2026-11-20T09:30:00.123456Z 2026-11-20T09:30:00+05:30 2026-11-20T09:30:00-0800
      2026-11-20t09:30:00z 2026-11-20T09:30Z 0000-01-01T00:00:00Z 9999-12-31T23:59:60Z 2026-02-30T25:61:00Z 2026-11-20`),
    [
      ...words('yesterday 1795167000 2026-1-2T03:04:05Z 2026-11-20T9:30Z'),
      ...[
        '',
        '20 Nov 2026',
        '2026-11-20T09:30:00Z ',
        ' 2026-11-20T09:30:00Z',
        '2026-11-20T09:30:00Z\n',
      ],
      1795167000,
    ],
  ],
  ['date', localDate, ['2026-11-20', '2026-02-30'], ['2026-1-2', '20.11.2026', '']],
  [
    'B26 time of day',
    localTime,
    words('00:00 23:59 24:00 99:99'),
    ['', ...words('9:5 09:5 9:05 09:30:00 0930 noon')],
  ],
  ['time zone', timeZone, words(zones), ['', '+01:00', 'Europe/', 'Europe Berlin']],
  ['colour', hexColor, ['#0B1D2A', '#ffffff'], ['#FFF', 'red', '#0B1D2A80', '0B1D2A']],
  ['B28 uri', opaqueUrl, ['https://x/a b%2f%zz?ä=\u{1f980}', 'x:y', '/relative', long], [1, null]],
  ['ratio', ratio, [0, 1, 0.333], [-0.001, 1.001, '0.5']],
  ['B23 count', int, [0, -3, 2 ** 31 - 1], [1.5, 2 ** 31, -(2 ** 31) - 1, '7']],
  ['pixels', viewportSchema.shape.width, [1, 1920.5], [0, -1, 0.5]],
];

describe('values of the contract', () => {
  it.each(rows)(
    '%s: well-shaped values pass byte for byte, others are refused',
    (_name, schema, good, bad) => {
      for (const value of good) expect(schema.parse(value)).toBe(value);
      for (const value of bad) expect(schema.safeParse(value).success, String(value)).toBe(false);
    },
  );
});

/** Values that are not of this kind. */
const wrongValues = (kind: string): unknown[] => {
  if (kind === 'boolean') return ['true', 1];
  if (/^[A-Z]/.test(kind)) return ['text', [], 1];
  if (kind.startsWith('[')) return ['text', {}, [null]];
  if (['number', 'count', 'ratio', 'pixels'].includes(kind)) return ['12', true, [], Infinity, NaN];
  return [12, true, {}, ['text']];
};

describe('records of the contract', () => {
  it.each(tableNames)('%s: is read with its required fields alone', (table) => {
    const record = sampleRecord(table);
    expect(schemas[table].safeParse(record)).toEqual({ success: true, data: record });
  });

  it.each(allFields)('$address: passes on an allowed value unchanged', (field) => {
    const record = { ...sampleRecord(field.table), [field.name]: sampleOf(field) };
    expect(schemas[field.table].parse(record)).toEqual(record);
  });

  it.each(allFields)(
    'B17 $address: a value of another type breaks the record',
    ({ table, name, kind }) => {
      for (const value of wrongValues(kind))
        expect(schemas[table].safeParse({ ...sampleRecord(table), [name]: value }).success).toBe(
          false,
        );
    },
  );

  const enums = allFields.filter(({ kind }) => kind.includes('|'));
  it.each(enums)('B19 $address: an unlisted value is UNRECOGNIZED', ({ table, name, kind }) => {
    const read = (value: string): unknown =>
      schemas[table].parse({ ...sampleRecord(table), [name]: value })[name];
    for (const member of kind.split('|')) expect(read(member)).toBe(member);
    for (const stranger of [
      '',
      'hologram',
      (kind.split('|')[0] ?? '').toUpperCase(),
      'constructor',
    ])
      expect(read(stranger)).toBe('UNRECOGNIZED');
  });
});
