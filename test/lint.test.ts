import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { createFilter } from 'vite';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = new URL('..', import.meta.url).pathname;
// With file types, no link is followed: each example links to the project, which holds the example.
const sources = ['src', 'test', 'bench', 'examples']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .map(({ parentPath, name }) => relative(root, join(parentPath, name)));

const configuration = z
  .object({ overrides: z.array(z.object({ files: z.array(z.string()) })) })
  .parse(
    ts.parseConfigFileTextToJson('', readFileSync(join(root, '.oxlintrc.json'), 'utf8')).config,
  );

/** `a/{b,c}.ts` is two patterns, and each must name a file. */
function alternativesOf(pattern: string): string[] {
  const [whole, list] = /\{([^{}]+)\}/.exec(pattern) ?? [];
  if (whole === undefined || list === undefined) return [pattern];
  return list.split(',').flatMap((each) => alternativesOf(pattern.replace(whole, each)));
}

it('each pattern of .oxlintrc.json names at least one file', () => {
  const patterns = configuration.overrides
    .flatMap(({ files }) => files)
    .filter((pattern) => !pattern.startsWith('**'))
    .flatMap(alternativesOf);
  expect(patterns.length).toBeGreaterThan(20);
  expect(
    patterns.filter((pattern) => !sources.some(createFilter(pattern, null, { resolve: false }))),
  ).toEqual([]);
});

const patterns: readonly (readonly [pattern: string, rule: string])[] = [
  ['/0+$/', 'no-super-linear-move'],
  [String.raw`/\/+$/`, 'no-super-linear-move'],
  [String.raw`/\n+fragment /g`, 'no-super-linear-move'],
  ['/^([^=]*)=?(.*)$/s', 'no-super-linear-backtracking'],
  [String.raw`/^\s*([^=\s]*)\s*=?(.*)$/s`, 'no-super-linear-backtracking'],
];

/** The values of the first line's assignments are used. */
const assignments = `
  export const f = (a: { b?: number; c?: number }): unknown => [(a.b ??= 1), (a.c = a.b = 2)];
  export const g = (a: { b: number }, { c = 1 } = a as { c?: number }): void => void [a, c];
  export const h = (a: { b: number }): number => (a.b = 1);
  export function i(a: { b: number }): void {
    for (a.b = 0; a.b < 2; a.b += 1) a.b += 1;
  }
`;

const spread = 'export const f = (o: object): unknown => ({ ...o, b: 1 });';

/** By their paths. */
const files: ReadonlyMap<string, string> = new Map([
  ...patterns.map(
    ([pattern], index) => [`src/pattern-${index}.ts`, `console.log(${pattern});`] as const,
  ),
  ['src/execution/spread.ts', spread],
  ['src/client/spread.ts', spread],
  ['src/assignment.ts', assignments],
  ['src/dashboard/assignment.ts', assignments],
  ['src/promise.ts', 'void 0; Promise.resolve();'],
]);

/**
 * What the linter finds in these files, a line for each fault, with the project's own configuration
 * beside them.
 */
function lintFiles(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'lint-'));
  const text = readFileSync(join(root, '.oxlintrc.json'), 'utf8')
    .replace('"./test/tools/', `"${root}test/tools/`)
    .replace(
      '"eslint-plugin-regexp"',
      JSON.stringify(createRequire(import.meta.url).resolve('eslint-plugin-regexp')),
    );
  for (const [path, content] of new Map([...files, ['.oxlintrc.json', text]])) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const command = [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=unix'];
  const { stdout } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout.split('\n');
}

describe('the linter', () => {
  const lines = lintFiles();
  const found = (path: string): string => lines.filter((line) => line.startsWith(path)).join('\n');

  it.each(patterns.map(([pattern, rule], index) => [pattern, rule, index] as const))(
    'finds %s',
    (_pattern, rule, index) =>
      expect(found(`src/pattern-${index}.ts`)).toContain(`regexp(${rule})`),
  );

  it('finds an object that leaks a hidden class, where each operation makes one', () => {
    expect(found('src/execution/spread.ts')).toContain('partner-graphql(spread-last)');
    expect(found('src/client/spread.ts')).not.toContain('spread-last');
  });

  it('finds an assignment whose value is used', () => {
    const lines = found('src/assignment.ts').matchAll(/:(\d+):\d+: .*no-assignment-value/g);
    expect(Array.from(lines, ([, line]) => line)).toEqual(['2', '2', '2']);
    expect(found('src/dashboard/assignment.ts')).not.toContain('no-assignment-value');
  });

  it('finds a promise that nobody waits for, which asks for types', () => {
    expect(found('src/promise.ts')).toContain('no-floating-promises');
  });

  it('is switched off for no pattern', () => {
    const disabled = sources
      .filter((file) => /^src\/.*\.tsx?$/.test(file))
      .filter((file) =>
        /(?:ox|es)lint-disable[^\n]*regexp/.test(readFileSync(join(root, file), 'utf8')),
      );
    expect(disabled).toEqual([]);
  });
});
