import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { manifest, read, root } from '../docs/markdown.js';
import runConfig from './vitest.config.js';

const path = 'test/mutation/stryker.config.json';

/** The settings of a run; `rest` may contain settings that exclude mutants. */
const { mutate, thresholds, vitest, ...rest } = z
  .looseObject({
    mutate: z.array(z.string()),
    thresholds: z.object({ break: z.number() }),
    vitest: z.object({ configFile: z.string() }),
  })
  .parse(JSON.parse(read(path)));

/** The files that match a pattern; a star matches any name in one folder. */
function filesOf(pattern: string): readonly string[] {
  const folder = dirname(pattern);
  const name = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
  return readdirSync(join(root, folder))
    .map((file) => `${folder}/${file}`)
    .filter((file) => name.test(file));
}

describe('H5: mutation testing', () => {
  it('fails below 85 %', () => {
    expect(manifest.scripts['mutation']).toBe('tsx test/mutation/run.ts');
    expect(read('test/mutation/run.ts')).toContain(`'run', '${path}'`);
    expect(thresholds.break).toBeGreaterThanOrEqual(85);
  });

  it('mutates retry, paging and error mapping, each file whole', () => {
    const retry = ['client.ts', 'retry-after.ts'].map((file) => `src/rest/${file}`);
    const mapping = ['src/graphql/error.ts', 'src/partner/error.ts', 'src/operation/status.ts'];
    expect(mutate).toEqual([...retry, 'src/paging/*.ts', ...mapping]);
    expect(mutate.filter((pattern) => filesOf(pattern).length === 0)).toEqual([]);
    expect(filesOf('src/paging/*.ts')).toHaveLength(6);
  });

  it('excludes no kind of mutant, and single ones only with a reason beside them', () => {
    for (const name of ['ignoreStatic', 'ignorers', 'mutator'])
      expect(rest).not.toHaveProperty(name);
    const comments = mutate
      .flatMap(filesOf)
      .flatMap((file) => read(file).match(/Stryker .*/g) ?? []);
    expect(
      comments.filter((text) => !/^Stryker disable next-line \w+: \S.{20,}/.test(text)),
    ).toEqual([]);
    expect(comments.length).toBeLessThanOrEqual(5);
  });

  it('runs existing tests, and tests of every mutated folder', () => {
    expect(vitest.configFile).toBe('test/mutation/vitest.config.ts');
    const patterns = runConfig.test?.include ?? [];
    expect(patterns.filter((pattern) => filesOf(pattern).length === 0)).toEqual([]);
    for (const folder of new Set(
      mutate.map((pattern) => dirname(pattern).replace('src/', 'test/')),
    ))
      expect(
        patterns.filter((pattern) => dirname(pattern) === folder),
        folder,
      ).not.toEqual([]);
  });
});
