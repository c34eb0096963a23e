import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

const require = createRequire(import.meta.url);

/** Where `.ci/run` wants the counts. */
const report = process.env['VITEST_JSON'];

export default defineConfig({
  // Without the alias vitest loads graphql twice, as ESM and as CommonJS: "another module or realm".
  resolve: { alias: [{ find: /^graphql$/, replacement: require.resolve('graphql/index.js') }] },
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    // Where two cores run browsers, servers and load at once, a time limit can pass for want of a turn: once more tells.
    retry: process.env['CI'] === undefined ? 0 : 1,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    server: { deps: { inline: [/@pothos/, /graphql-yoga/, /@graphql-tools/, /@envelop/] } },
  },
});
