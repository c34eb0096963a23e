import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { base } from '../vitest.config.js';

/** The first failure ends the run of a mutant, so the fast files come first. */
const tests = [
  'test/graphql/error.test.ts',
  'test/partner/endpoints.test.ts',
  'test/rest/client.test.ts',
  'test/rest/retry-after.test.ts',
  'test/operation/status.test.ts',
  'test/graphql/schema.test.ts',
  'test/paging/*.test.ts',
  'test/system/paging/*.test.ts',
  'test/economy/window.test.ts',
];

class QuickFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification): number =>
      Number(/\/(?:paging|economy)\//.test(moduleId));
    return Promise.resolve(files.toSorted((a, b) => isSlow(a) - isSlow(b)));
  }
}

/**
 * `npm run mutation`: fast tests, close to the mutated code. `stryker.config.json` names this file.
 */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: tests,
    env: { FUZZ_FACTOR: String(2 / 7) },
    setupFiles: ['test/mutation/setup.ts'],
    sequence: { sequencer: QuickFirst },
  },
});
