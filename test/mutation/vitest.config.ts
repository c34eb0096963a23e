import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { base } from '../vitest.config.js';

/** Quick ones first: the first failure ends the run of a mutant. */
const tests = [
  'test/graphql/error.test.ts',
  'test/partner/endpoint.test.ts',
  'test/rest/client.test.ts',
  'test/rest/retry-*.test.ts',
  'test/operation/status.test.ts',
  'test/schema.test.ts',
  'test/paging/*.test.ts',
];

class QuickFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification): number => Number(moduleId.includes('/paging/'));
    return Promise.resolve(files.toSorted((a, b) => isSlow(a) - isSlow(b)));
  }
}

/** The tests that a run of mutants is about: fast ones, close to what is mutated. Stryker names this file. */
export default defineConfig({
  ...base,
  test: {
    ...base.test,
    include: tests,
    env: { FUZZ_FACTOR: String(1 / 7) },
    setupFiles: ['test/mutation/setup.ts'],
    sequence: { sequencer: QuickFirst },
  },
});
