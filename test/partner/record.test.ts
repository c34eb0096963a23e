import { describe, expect, it } from 'vitest';
import { allFields, tableNames } from './contract.js';
import { sampleOf, sampleRecord, schemas } from './record.js';

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

  it.each(allFields)('B17 $address: a value of another type breaks the record', ({ table, name, kind }) => {
    for (const value of wrongValues(kind))
      expect(schemas[table].safeParse({ ...sampleRecord(table), [name]: value }).success).toBe(false);
  });

  it.each(allFields.filter(({ kind }) => kind.includes('|')))(
    'B19 $address: an unlisted value is UNRECOGNIZED, and the record stays readable',
    ({ table, name, kind }) => {
      const read = (value: string): unknown =>
        schemas[table].parse({ ...sampleRecord(table), [name]: value })[name];
      for (const member of kind.split('|')) expect(read(member)).toBe(member);
      for (const stranger of ['', 'hologram', (kind.split('|')[0] ?? '').toUpperCase(), 'constructor'])
        expect(read(stranger)).toBe('UNRECOGNIZED');
    },
  );
});
