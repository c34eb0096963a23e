import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type RunnerTask, type RunnerTestFile } from 'vitest';
import { formatted } from '../tools/format.js';
import { read, root } from './markdown.js';

/** The parts of a package.json that name versions; its shape is npm's. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** A package and its version, as a package.json of the project pins it: `graphql-sse 2.6.1`. */
export function pinned(name: string, manifest = 'package.json'): string {
  // The project's own manifests are of this shape.
  const { dependencies, devDependencies } = JSON.parse(read(manifest)) as Manifest;
  const version = { ...dependencies, ...devDependencies }[name];
  if (version === undefined) throw new Error(`${manifest} has no ${name}.`);
  return `${name} ${version.replace(/^npm:.*@/, '')}`;
}

/**
 * Compares sections of docs/conformance.md with what a test has found; with Vitest's `-u`, as in
 * `npm run conformance`, writes them. A test file calls it once: Vitest writes a page at the end of
 * a file.
 *
 * @param found the text of each section, by its heading
 */
export async function expectOnPage(found: Readonly<Record<string, string>>): Promise<void> {
  const path = join(root, 'docs/conformance.md');
  const written = new Set<string>();
  const parts = readFileSync(path, 'utf8')
    .split(/^(?=## )/m)
    .map((part) => {
      const [head = '', heading = ''] = /^## (.+)\n/.exec(part) ?? [];
      const text = found[heading];
      if (text === undefined) return part;
      written.add(heading);
      return `${head}\n${text}\n\n`;
    });
  expect([...written].sort(), 'headings of docs/conformance.md').toEqual(Object.keys(found).sort());
  const page = await formatted(path, parts.join(''));
  await expect(page, 'repaired by: npm run conformance').toMatchFileSnapshot(path);
}

/** A table in Markdown; the first row is its head. */
export const table = ([head = [], ...rows]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replace(/[|*]/g, '\\$&')).join(' | ')} |`)
    .join('\n');

/**
 * What the tests of a file found: a row for each test, a column for each group of tests.
 *
 * @param columnOf the head of a group's column, by the group's name; undefined where it has none
 */
export function resultTable(
  { tasks }: RunnerTestFile,
  columnOf: (group: string) => string | undefined,
): string {
  const columns = new Map<string, Map<string, string>>();
  const visit = (task: RunnerTask): void => {
    if (task.type === 'test') return;
    const column = columnOf(task.name);
    if (column === undefined) {
      task.tasks.forEach(visit);
      return;
    }
    const cells = columns.get(column) ?? new Map<string, string>();
    for (const test of task.tasks) cells.set(test.name, outcomeOf(test));
    columns.set(column, cells);
  };
  tasks.forEach(visit);
  const names = new Set([...columns.values()].flatMap((cells) => [...cells.keys()]));
  return table([
    ['', ...columns.keys()],
    ...[...names].map((name) => [
      name,
      ...[...columns.values()].map((cells) => cells.get(name) ?? ''),
    ]),
  ]);
}

const outcomeOf = ({ mode, result }: RunnerTask): string =>
  result?.state === 'pass' ? 'yes' : mode === 'skip' ? 'not run' : 'fails';
