import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openFind } from '../../find/find-world.js';
import { numberedScreen } from '../../find/numbered-screen.js';
import { seed } from '../../fuzz/draw.js';
import { operationRequest } from '../../rig/operation-request.js';
import { guarded, isFormula, readCsv, readLoosely } from '../../extra/export/csv.js';

/** The file of screens with these names, behind a column that quotes of theirs cannot close. */
async function fileOf(names: readonly string[]): Promise<string> {
  const screens = names.map((name, index) => {
    const { record, kind } = numberedScreen(index + 1);
    return { kind, record: { ...record, name } };
  });
  const { facade } = openFind({ screens });
  const options = { credential: 'a-credential', headers: { accept: 'text/csv' } };
  const response = await facade.fetch(
    operationRequest('{ screens { nodes { id name } } }', options),
  );
  return response.text();
}

const cellsOf = async (names: readonly string[]): Promise<(string | undefined)[]> =>
  readCsv(await fileOf(names))
    .slice(1)
    .map(([, name]) => name);

describe('where a comma separates', () => {
  it.each([
    ...['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠SUM(A1)'],
    ...['\n=1', '\r\n=3', '\t=2', '\nplain', '\tplain', '\rplain'],
    ...[' =1', '\u00a0=1', '\u3000＝1', '\ufeff=1', '\0=1', '\x1f@SUM(A1)', ' \t -1'],
  ])('%j has a mark before it', async (name) => {
    expect(await cellsOf([name])).toEqual([`'${name}`]);
  });
});

describe('where a semicolon separates', () => {
  it.each([
    ['Lobby;=1+1', "Lobby;'=1+1"],
    ['Lobby; ＝1+1', "Lobby; '＝1+1"],
    [';=1', ";'=1"],
    ['a;;-1;b;@c', "a;;'-1;b;'@c"],
    // A quote is doubled in the file, which is an empty quoted text for a reader that has split
    // here.
    ['a;"=1;"', 'a;"\'=1;"'],
    ['two\n=lines\r\n+and', "two\n'=lines\r\n'+and"],
    ['=1;=2', "'=1;'=2"],
  ])('%j has a mark before each cell that would be a formula', async (name, cell) => {
    expect(await cellsOf([name])).toEqual([cell]);
    const loose = readLoosely(await fileOf([name]), ';').flat();
    expect(loose.filter(isFormula)).toEqual([]);
  });
});

it('a name that no spreadsheet takes for a formula stays as it is', async () => {
  const names = [
    ...['a-b', '1 + 1 = 2', 'me@example.com', 'a;b', 'a; b = c', 'a"=b', '"=1"', "'=1"],
    ...[' lobby', '\u00a0lobby', 'two\nlines - one', '\u2028=1', '−5', '(-1)', 'NUL \0 inside'],
  ];
  expect(await cellsOf(names)).toEqual(names);
});

it('no text of separators, quotes, white space and signs makes a formula', async () => {
  const piece = fc.constantFrom(
    ';',
    '"',
    "'",
    '\n',
    '\r',
    '\t',
    ' ',
    '\0',
    ',',
    'a',
    '=',
    '-',
    '＝',
    '@',
  );
  const name = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(name, { minLength: 30, maxLength: 60 }), async (names) => {
      expect(await cellsOf(names)).toEqual(names.map(guarded));
      const cells = (await cellsOf(names)).map((cell) => cell ?? '');
      expect(cells.filter(isFormula)).toEqual([]);
      // Where a text begins with a line break, a reader that does not know its quotes begins a row
      // after it.
      const inLine = names.map((text) => `a${text}`);
      const loose = readLoosely(await fileOf(inLine), ';').flat();
      expect(loose.filter(isFormula)).toEqual([]);
    }),
    { numRuns: 40, seed },
  );
});

it('a long text of separators without a formula is read once', async () => {
  const long = (length: number): string => `a${';\n"'.repeat(length)}b`;
  const timeOf = async (length: number): Promise<number> => {
    const name = long(length);
    const before = process.cpuUsage();
    expect(await cellsOf([name])).toEqual([name]);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  await timeOf(1000);
  const short = await timeOf(100_000);
  expect(await timeOf(400_000)).toBeLessThan(12 * short);
});
