import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createFilter } from 'vite';
import { expect, it } from 'vitest';
import { z } from 'zod';

const root = new URL('..', import.meta.url).pathname;
// With file types, no link is followed: each example links to the project, which holds the example.
const sources = ['src', 'test', 'bench', 'examples']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .map(({ parentPath, name }) => relative(root, join(parentPath, name)));

const entries = z.array(z.looseObject({ files: z.array(z.string()).optional() }));

/** `a/{b,c}.ts` is two patterns, and each must name a file. */
function alternativesOf(pattern: string): string[] {
  const [whole, list] = /\{([^{}]+)\}/.exec(pattern) ?? [];
  if (whole === undefined || list === undefined) return [pattern];
  return list.split(',').flatMap((each) => alternativesOf(pattern.replace(whole, each)));
}

it('each pattern of eslint.config.js names at least one file', async () => {
  // tsc would look for the types of a literal path, and there are none.
  const path = join(root, 'eslint.config.js');
  const { default: config } = (await import(path)) as { readonly default: unknown };
  const patterns = entries
    .parse(config)
    .flatMap(({ files = [] }) => files)
    // The presets' own begin with `**`.
    .filter((pattern) => /^\w+\//.test(pattern))
    .flatMap(alternativesOf);
  expect(patterns.length).toBeGreaterThan(20);
  expect(
    patterns.filter((pattern) => !sources.some(createFilter(pattern, null, { resolve: false }))),
  ).toEqual([]);
});
