import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { read, root } from '../docs/markdown.js';
import runConfig from './vitest.config.js';

const path = 'test/mutation/stryker.config.json';

/** What a run goes by; `leftOut` is whatever takes mutants out of the count. */
const { mutate, thresholds, vitest, ...rest } = z
  .looseObject({
    mutate: z.array(z.string()),
    thresholds: z.object({ break: z.number() }),
    vitest: z.object({ configFile: z.string() }),
  })
  .parse(JSON.parse(read(path)));

/** The files that a pattern names; a star stands for any name in one folder. */
function filesOf(pattern: string): readonly string[] {
  const folder = dirname(pattern);
  const name = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
  return readdirSync(join(root, folder))
    .map((file) => `${folder}/${file}`)
    .filter((file) => name.test(file));
}

describe('H5: the run of mutants', () => {
  it('fails below 85 %', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    expect(scripts['mutation']).toBe(`stryker run ${path}`);
    expect(thresholds.break).toBeGreaterThanOrEqual(85);
  });

  it('mutates retry, paging and error mapping, each file whole', () => {
    const retry = ['client.ts', 'retry-after.ts', 'retry-budget.ts'].map((file) => `src/rest/${file}`);
    const mapping = ['src/graphql/error.ts', 'src/partner/error.ts', 'src/operation/status.ts'];
    expect(mutate).toEqual([...retry, 'src/paging/*.ts', ...mapping]);
    expect(mutate.filter((pattern) => filesOf(pattern).length === 0)).toEqual([]);
    expect(filesOf('src/paging/*.ts').length).toBeGreaterThanOrEqual(8);
  });

  it('leaves no kind of mutant out, and single ones only for a reason that stands beside them', () => {
    for (const name of ['ignoreStatic', 'ignorers', 'mutator']) expect(rest).not.toHaveProperty(name);
    const told = mutate.flatMap(filesOf).flatMap((file) => read(file).match(/Stryker .*/g) ?? []);
    expect(told.filter((text) => !/^Stryker disable next-line \w+: \S.{20,}/.test(text))).toEqual([]);
    expect(told.length).toBeLessThanOrEqual(5);
  });

  it('runs tests that there are, and tests of every folder that is mutated', () => {
    expect(vitest.configFile).toBe('test/mutation/vitest.config.ts');
    const patterns = runConfig.test?.include ?? [];
    expect(patterns.filter((pattern) => filesOf(pattern).length === 0)).toEqual([]);
    for (const folder of new Set(mutate.map((pattern) => dirname(pattern).replace('src/', 'test/'))))
      expect(
        patterns.filter((pattern) => dirname(pattern) === folder),
        folder,
      ).not.toEqual([]);
  });
});
