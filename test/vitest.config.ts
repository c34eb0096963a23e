import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { testFiles } from './suite.js';

const require = createRequire(import.meta.url);
const sourceOf = (file: string): string => new URL(`../src/${file}`, import.meta.url).pathname;

/** The file that `.ci/run` reads the counts from. */
const report = process.env['VITEST_JSON'];

/** What every run has in common; the configurations in `mutation/` and `fault/long/` build on it. */
export const base = defineConfig({
  // Vite would pick graphql's ES modules, its dependents its CommonJS modules: "another module or realm".
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: require.resolve('graphql/index.js') },
      // The examples import the package by its name.
      { find: /^partner-graphql$/, replacement: sourceOf('facade.ts') },
      { find: /^partner-graphql\/client$/, replacement: sourceOf('client/index.ts') },
    ],
  },
  test: {
    root: new URL('..', import.meta.url).pathname,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    // A net for what hangs; a test that is about time has a limit of its own. A busy machine takes ten times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

const build = 'test/rig/build.ts';

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        // Modules load once per worker, not once per file: importing would take longer than testing.
        test: { name: 'shared', include: testFiles('shared'), isolate: false, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: testFiles('isolated'),
          globalSetup: build,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'waiting',
          include: testFiles('waiting'),
          globalSetup: build,
          maxWorkers: 4,
          sequence: { groupOrder: 3 },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: testFiles('browser'),
          globalSetup: [build, 'test/dashboard/build-once.ts'],
          sequence: { groupOrder: 4 },
        },
      },
      {
        extends: true,
        test: {
          name: 'serial',
          include: testFiles('serial'),
          globalSetup: build,
          fileParallelism: false,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
