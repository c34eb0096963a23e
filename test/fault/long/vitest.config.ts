import { defineConfig } from 'vitest/config';
import { base } from '../../vitest.config.js';

/** `npm run tests:long`: checks that take too long, or too much memory, for every run. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    testTimeout: 180_000,
    include: ['test/fault/long/*.long.ts', 'test/bench/*.long.ts'],
  },
});
