import { describe, expect, it } from 'vitest';
import { runCheck } from '../../../src/command/check/command.js';
import { printableLines } from '../../../src/partner/quote.js';
import { check, write } from './files.js';

describe('fragments', () => {
  const spread = (index: number, into: number): string =>
    `fragment F${index} on Organization { ...F${into} }`;
  const chained = (count: number, last: string): string =>
    [
      'query A { organization { ...F0 } }',
      ...Array.from({ length: count }, (_, i) => spread(i, i + 1)),
      last,
    ].join('\n');

  it('in a cycle are invalid, in the words of graphql, for each operation that uses one', () => {
    const cycle =
      'query A { organization { ...Into } } fragment Into on Organization { ...F0 } fragment F0 on Organization { ...F1 } fragment F1 on Organization { id ...F0 } query B { organization { id } } query C { organization { ...Self } } fragment Self on Organization { ...Self }';
    expect(check({ 'a.graphql': cycle }).problems).toEqual([
      'a.graphql:1:108 invalid Cannot spread fragment "F0" within itself via "F1".',
      'a.graphql:1:258 invalid Cannot spread fragment "Self" within itself.',
    ]);
  });

  it('of a circle of 20,000 are invalid, and a chain of as many is over the limits', () => {
    const [circle] = check({ 'a.graphql': chained(19_999, spread(19_999, 0)) }).problems;
    expect(circle).toMatch(
      / invalid Cannot spread fragment "F0" within itself via "F1", .*, and 19989 more\.$/,
    );
    const last = 'fragment F20000 on Organization { id }';
    const limit = (setting: string) =>
      check({ 'a.graphql': chained(20_000, last) }, [], { MAX_QUERY_TOKENS: setting }).problems;
    expect(limit('5000')).toEqual([expect.stringMatching(/limit .*MAX_QUERY_TOKENS/)]);
    expect(limit('1000000')).toEqual([expect.stringMatching(/limit .*nests .* 20003 levels deep/)]);
  });

  it('are read once, however many operations there are: the time grows with the text', () => {
    const one = (index: number): string =>
      `query Q${index} { organization { ...F${index} } } fragment F${index} on Organization { id }`;
    /** Of the processor, the least of two. */
    const cost = (count: number): number => {
      const files = write({
        'a.graphql': Array.from({ length: count }, (_, index) => one(index)).join('\n'),
      });
      const all = [1, 2].map(() => {
        const before = process.cpuUsage();
        expect(runCheck(files, {}).exitCode).toBe(0);
        return process.cpuUsage(before).user;
      });
      return Math.min(...all);
    };
    // Three times the expected factor; by separating all fragments for each operation it was 60.
    expect(cost(1600)).toBeLessThan(24 * cost(200));
  });
});

describe('what is printed', () => {
  const controls = '\u001b[31m\n\u007f\u009b2J\u202e';

  it('is printable, whatever documents, ids, values and names of files hold', () => {
    const files = write({
      [`a${controls}.graphql`]: `{ screens(first: "${controls.replace('\n', '')}") { totalCount } }`,
      'm.json': JSON.stringify({ [controls]: '{ nope }', other: `{ ${controls} }` }),
      'v.json': JSON.stringify({ [controls]: {} }),
    });
    const [, , variables = ''] = files;
    for (const more of [
      [],
      ['--json'],
      ['--variables', variables],
      [`none${controls}`],
      [`--${controls}`],
    ]) {
      const { stdout, stderr } = runCheck([...files.slice(0, 2), ...more], {});
      expect(printableLines(stdout + stderr)).toBe(stdout + stderr);
    }
  });

  it('has one line for each problem, and JSON the text itself', () => {
    const name = `a${controls}.graphql`;
    const { operations: found, problems } = check({ [name]: '{ nope }' });
    expect([found.length, problems]).toEqual([1, [expect.stringContaining(`${name}:1:3 invalid`)]]);
    const { stdout } = runCheck(write({ [name]: '{ nope }' }), {});
    expect(stdout.split('\n')).toHaveLength(4);
  });
});
