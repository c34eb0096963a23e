import { execFileSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFolder } from '../rig/open.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** As `npm run bench` does; the façade is built before the tests. */
beforeAll(() => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', 'bench/tsconfig.build.json'], { cwd: root });
}, 120_000);

/**
 * The output of the bench in a folder of its own, so that what it writes changes nothing in the
 * project's.
 */
function bench(args: string) {
  const folder = openFolder();
  for (const name of ['bench', 'dist', 'node_modules', 'package.json', 'schema.graphql'])
    symlinkSync(join(root, name), join(folder, name));
  const main = join(root, 'node_modules/.cache/bench/main.js');
  const output = execFileSync(process.execPath, [main, ...args.split(' ')], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { output, folder };
}

/** The rows of a table behind its head, of which the first cell begins with a text. */
const rowsOf = (output: string, beginning: string): readonly string[][] =>
  output
    .split('\n')
    .filter((line) => line.startsWith(`| ${beginning}`))
    .map((line) => line.split(/ *\| */).slice(1, -1));

const tiny = '--rounds 1 --seconds 1 --warm-up 1';

describe('npm run bench, with tiny numbers', { timeout: 120_000 }, () => {
  it('--upstream tls,tls-h2: the same REST requests over both', () => {
    const { output } = bench(`${tiny} --cases Q4 --servers facade --upstream signed,tls,tls-h2`);
    const [plain, tls, h2] = rowsOf(output, 'Q4').map((row) => row[7]);
    expect([plain, tls]).toEqual(['12', '12']);
    expect(h2).toMatch(/^12(?: \(HTTP\/2\))?$/);
    expect(output).toContain('| × signed |');
    expect(output).toContain('| p99 ÷ p50 |');
  });

  it('--cases credentials: the memory after each round', () => {
    const { output } = bench('--cases credentials --rounds 2 --credentials 20 --upstream signed');
    expect(rowsOf(output, '1 query')).toHaveLength(1);
    expect(rowsOf(output, '2 queries')).toHaveLength(1);
  });

  it('--cases growth: a table, a slope, and the plot', () => {
    const args = '--cases growth --rounds 1 --warm-up 1 --largest 10';
    const { output, folder } = bench(`${args} --only single,depth,concurrency`);
    expect(rowsOf(output, 'operations at once')[0]?.[1]).toBe('1 to 4 operations');
    expect(rowsOf(output, 'ids of a batch')[0]?.[1]).toBe('1 to 10 ids');
    expect(readFileSync(join(folder, 'growth.svg'), 'utf8')).toContain('operations at once');
  });

  it('--cases start: both kinds of start', () => {
    const { output } = bench('--cases start --rounds 1');
    for (const kind of ['first', 'further'])
      expect(Number(rowsOf(output, kind)[0]?.[1])).toBeGreaterThan(0);
  });

  it('--cases waves: each operation with its REST requests', () => {
    const { output } = bench('--cases waves --rounds 1 --latency 5');
    const requests = rowsOf(output, '')
      .slice(2)
      .map((row) => row[1]);
    expect(requests).toEqual(['1', '2', '1', '4', '21', '21', '31', '21', '40', '10', '10', '38']);
  });

  it('--cases mechanisms: what one of them saves', () => {
    const { output } = bench(`${tiny} --cases mechanisms,Q1 --only gunzip`);
    expect(rowsOf(output, 'gunzip').map((row) => [row[2], row[3]])).toEqual([
      ['gzip', '1'],
      ['gzip', '64'],
    ]);
  });
});
