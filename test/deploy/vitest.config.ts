import { defineConfig } from 'vitest/config';
import { base } from '../vitest.config.js';

/** `npm run test:image`: builds and runs the image, which takes minutes. */
export default defineConfig({ ...base, test: { ...base.test, include: ['test/deploy/*.long.ts'] } });
