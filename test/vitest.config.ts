import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { type TestGroup, testFiles } from './suite.js';

/** That of version 17 in a process with `tools/graphql-17.js`. */
const graphql = createRequire(import.meta.url).resolve('graphql/index.js');
const sourceOf = (file: string): string => new URL(`../src/${file}`, import.meta.url).pathname;

/** The file that `.ci/run` reads the counts from. */
const report = process.env['VITEST_JSON'];

/**
 * What every run has in common; `long.config.ts` and the configuration in `mutation/` build on it.
 */
export const base = defineConfig({
  // Vite would pick graphql's ES modules, its dependents its CommonJS modules: "another module or
  // realm".
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: graphql },
      // The examples import the package by its name.
      { find: /^partner-graphql$/, replacement: sourceOf('facade.ts') },
      { find: /^partner-graphql\/client$/, replacement: sourceOf('client/index.ts') },
    ],
  },
  test: {
    root: new URL('..', import.meta.url).pathname,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    // A net for what hangs; a test that is about time has a limit of its own. A busy machine takes
    // ten times as long.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 10_000 } },
    // A file is compiled once for all groups and all runs, until its text changes.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: `node_modules/.cache/tests-${basename(dirname(graphql))}`,
    },
  },
});

const build = 'test/rig/build.ts';

/**
 * On a busy machine a Redis responds later than the 45 ms that a replica waits for it, and a
 * process starts later than its client tries. So CI runs a test again that has failed, and names it
 * at its end.
 */
const retry = process.env['CI'] === undefined ? 0 : 1;

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    maxWorkers: '100%',
    // In MB: tests leave much garbage, and a larger young generation takes a tenth less of the
    // processor.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      // Modules load once per worker, not once per file: importing would take longer than testing.
      project('shared', 1, { isolate: false }),
      project('served', 2, { isolate: false, maxWorkers: 3, globalSetup: build }),
      project('isolated', 3, { maxWorkers: 3, globalSetup: build }),
      project('waiting', 4, { maxWorkers: 4, globalSetup: build }),
      project('browser', 5, {
        isolate: false,
        globalSetup: [build, 'test/browser/browser-run.ts'],
      }),
      project('serial', 6, { fileParallelism: false, globalSetup: build }),
    ],
  },
});

/** The groups run one after the other. */
function project(
  name: TestGroup,
  groupOrder: number,
  options: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: { name, include: testFiles(name), sequence: { groupOrder }, retry, ...options },
  };
}
