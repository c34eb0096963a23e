import { defineConfig } from 'vitest/config';
import { base } from './vitest.config.js';

/**
 * Checks that take too long, or too much memory, for every run: `npm run tests:long` and `npm run
 * test:image`.
 */
export default defineConfig({ ...base, test: { ...base.test, include: ['test/**/*.long.ts'] } });
