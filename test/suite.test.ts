import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstSpans, read as readPage, section } from './docs/markdown.js';
import { groups, type TestGroup, testFiles } from './suite.js';

const root = new URL('..', import.meta.url).pathname;

/** A test file and all that it imports, below `test/`. */
function modulesOf(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || !file.startsWith('test/')) return found;
  found.add(file);
  for (const [, path = ''] of read(file).matchAll(/from '(\.[^']+)\.js'/g))
    modulesOf(join(dirname(file), `${path}.ts`), found);
  return found;
}

const read = (file: string): string => {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
};

/** Test files of these groups that import such a module. */
const importers = (among: readonly TestGroup[], isSuch: (module: string) => boolean): string[] =>
  among.flatMap(testFiles).filter((file) => [...modulesOf(file)].some(isSuch));

/** The modules of the schema's types that a file loads, in the order in which they run. */
function typesOf(file: string, found: string[] = [], seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return found;
  seen.add(file);
  for (const [, path = ''] of read(file).matchAll(
    /^(?!import type)(?:.* from|import) '(\.[^']+)\.js'/gm,
  ))
    typesOf(join(dirname(file), `${path}.ts`), found, seen);
  if (file.startsWith('src/graphql/types/')) found.push(file);
  return found;
}

describe('the groups of test files', () => {
  it('name files and folders that exist', () => {
    const paths = Object.values(groups).flat();
    expect(paths.filter((path) => !existsSync(join(root, 'test', path)))).toEqual([]);
  });

  it('shared and served: no import registers hooks, as it would do so for the first file only', () => {
    const registersHooks = (module: string): boolean =>
      !module.endsWith('.test.ts') && /^(?:before|after)(?:Each|All)\(/m.test(read(module));
    expect(importers(['shared', 'served'], registersHooks)).toEqual([]);
  });

  it('shared and served: types of the schema are added in its own order, as all files share it', () => {
    const order = typesOf('src/graphql/schema.ts');
    expect(order.length).toBeGreaterThan(8);
    const among = ['shared', 'served'] as const;
    const inAnotherOrder = among
      .flatMap(testFiles)
      .filter((file) => typesOf(file).some((type, place) => type !== order[place]));
    expect(inAnotherOrder).toEqual([]);
  });

  it('shared: none needs the built command, which the other groups build first', () => {
    const isCommand = (module: string): boolean => module === 'test/rig/command.ts';
    expect(importers(['shared'], isCommand)).toEqual([]);
    expect(importers(['isolated'], isCommand)).toContain('test/command/simulator/command.test.ts');
  });

  it('browser: all that drive one; shared and served: none that measures the heap, where others leave theirs', () => {
    const others = ['shared', 'served', 'isolated', 'waiting', 'serial'] as const;
    expect(importers(others, (module) => module === 'test/browser/browser.ts')).toEqual([]);
    expect(importers(['shared', 'served'], (module) => module === 'test/load/heap.ts')).toEqual([]);
  });
});

/** Folders and files of `test` that are about a promise, not about one file. */
const promises = firstSpans(section(readPage('docs/contributing.md'), 'Where a test lies'));

const isOfPromise = (file: string): boolean =>
  promises.some((place) => file === `test/${place}` || file.startsWith(`test/${place}/`));

const hasSource = (file: string): boolean => {
  const source = file.replace(/^test\//, 'src/').replace(/\.test\.ts$/, '');
  return ['.ts', '.tsx'].some((extension) => existsSync(join(root, `${source}${extension}`)));
};

const strays = (files: readonly string[]): string[] =>
  files.filter((file) => !hasSource(file) && !isOfPromise(file));

describe('where a test file lies (docs/contributing.md, "Where a test lies")', () => {
  // The keys of a record of groups are groups.
  const names = Object.keys(groups) as TestGroup[];
  const files = names.flatMap(testFiles);

  it('has the name and the place of its source, or is in a folder of promises', () => {
    expect(files.length).toBeGreaterThan(300);
    expect(strays(files)).toEqual([]);
  });

  it('a file with neither is found', () => {
    const lost = ['test/paging/stray.test.ts', 'test/stray.test.ts', 'test/systematic/a.test.ts'];
    const right = ['test/paging/plan.test.ts', 'test/system/http/a.test.ts'];
    expect(strays([...lost, ...right])).toEqual(lost);
  });

  it('each folder of promises has a test', () => {
    const isEmpty = (place: string | undefined): boolean =>
      !files.some((file) => file === `test/${place}` || file.startsWith(`test/${place}/`));
    expect(promises.filter(isEmpty)).toEqual([]);
  });
});
