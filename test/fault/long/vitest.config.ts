import { defineConfig } from 'vitest/config';
import { base } from '../../vitest.config.js';

/** The checks that take too long, or too much memory, for every run: `vitest run --config test/fault/long/vitest.config.ts`. */
export default defineConfig({
  ...base,
  test: { ...base.test, testTimeout: 180_000, include: ['test/fault/long/*.long.ts'] },
});
