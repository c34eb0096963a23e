import { describe, expect, it } from 'vitest';
import { readCatalogue } from './fault-catalogue.js';
import { read } from './markdown.js';
import { filesByRow, rowsNamedIn } from './test-name.js';

const rows = readCatalogue(read('docs/fault-catalogue.md'));
const named = filesByRow();
const ids = rows.map(({ id }) => id);

const repair = 'repaired by: npx tsx test/docs/write-fault-catalogue.ts';

describe('the fault catalogue', () => {
  it('has each row once', () => {
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('lists for each row only files with a test that names its id', () => {
    const wrong = rows.flatMap(({ id, files }) =>
      files.filter((file) => named.get(id)?.includes(file) !== true).map((file) => `${id} ${file}`),
    );
    expect(wrong, repair).toEqual([]);
  });

  it('lists a check for every row that has one', () => {
    const unlisted = rows.filter(({ id, files }) => files.length === 0 && named.has(id));
    expect(unlisted, repair).toEqual([]);
  });
});

describe('ids in test names', () => {
  it.each([
    ['a title', "it('X1: B7 is whole', f)", ['B7']],
    ['a group', "describe('C1, C2', f)", ['C1', 'C2']],
    ['a title in parts', 'it(`E1${x} and E2`, f)', ['E1', 'E2']],
    ['a table', "it.each([['F1', 1]])('%s', f)", ['F1']],
    ['a table with a name', "const rows = [['G1']]; describe.each(rows)('%s', f)", ['G1']],
    ['a test that may be skipped', "it.skipIf(x)('F9: y', f)", ['F9']],
    ['not the body', "it('works', () => { send('A1') })", []],
    ['not other calls', "send('A1')", []],
  ])('are found in %s', (_place, source, expected) => {
    expect([...rowsNamedIn(source)]).toEqual(expected);
  });
});
