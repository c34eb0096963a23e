import { describe, expect, it } from 'vitest';
import { readCatalogue } from './fault-catalogue.js';
import { read, section, tableRows } from './markdown.js';
import { filesByRow, rowsNamedIn } from './test-name.js';

const rows = readCatalogue(read('docs/fault-catalogue.md'));
const named = filesByRow();
const ids = rows.map(({ id }) => id);

const mend = 'mended by: npx tsx test/docs/write-fault-catalogue.ts';

describe('the fault catalogue', () => {
  it('has each row once', () => {
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('names for each row files whose tests carry its id in their names', () => {
    const wrong = rows.flatMap(({ id, files }) =>
      files.filter((file) => named.get(id)?.includes(file) !== true).map((file) => `${id} ${file}`),
    );
    expect(wrong, mend).toEqual([]);
  });

  it('says of no row that it has no check where it has one', () => {
    const found = rows.filter(({ id, files }) => files.length === 0 && named.has(id));
    expect(found, mend).toEqual([]);
  });
});

describe('the table of the README', () => {
  const groups = tableRows(section(read('README.md'), 'Faults'));
  const idsIn = (cell = ''): readonly string[] => cell.match(/\b[A-H]\d{1,2}\b/g) ?? [];
  const isChecked = (id: string): boolean => named.has(id);

  it('lists every row of the catalogue that a test’s name carries, in its order', () => {
    expect(groups.flatMap(([, checked]) => idsIn(checked))).toEqual(ids.filter(isChecked));
  });

  it('lists every row that none carries as such', () => {
    const listed = groups.flatMap(([, , missing]) => idsIn(missing));
    expect(listed).toEqual(ids.filter((id) => !isChecked(id)));
  });
});

describe('ids in test names', () => {
  it.each([
    ['a title', "it('X1: B7 is whole', f)", ['B7']],
    ['a group', "describe('C1, C2', f)", ['C1', 'C2']],
    ['a title in parts', 'it(`E1${x} and E2`, f)', ['E1', 'E2']],
    ['a table', "it.each([['F1', 1]])('%s', f)", ['F1']],
    ['a table with a name', "const rows = [['G1']]; describe.each(rows)('%s', f)", ['G1']],
    ['what is skipped somewhere', "it.skipIf(x)('F9: y', f)", ['F9']],
    ['not the body', "it('works', () => { send('A1') })", []],
    ['not other calls', "send('A1')", []],
  ])('are found in %s', (_what, source, expected) => {
    expect([...rowsNamedIn(source)]).toEqual(expected);
  });
});
