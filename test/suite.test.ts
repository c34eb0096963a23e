import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
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
