import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { read, root } from './markdown.js';

/** Files in which comments and names of tests cite. */
const files = execFileSync('git', ['ls-files', 'src', 'test', 'bench'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('citation.test.ts'));

const textOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8').replace(/\n\s*(?:\*|\/\/) /g, ' ');

const headingsOf = (page: string): ReadonlySet<string | undefined> =>
  new Set(Array.from(read(page).matchAll(/^#+ (.+)$/gm), ([, heading]) => heading));

it('a citation of the contract names a heading of docs/contract.md', () => {
  const headings = headingsOf('docs/contract.md');
  const cited = files.flatMap((file) =>
    Array.from(textOf(file).matchAll(/\bcontract, "([^"]+)"/g), ([, heading]) => ({
      file,
      heading,
    })),
  );
  expect(cited.length).toBeGreaterThan(30);
  expect(cited.filter(({ heading }) => !headings.has(heading))).toEqual([]);
});

it('nothing cites a document that a clone does not have', () => {
  const foreign = /runtime interface|\((?:architecture|interface)(?:\)|, )/i;
  expect(files.filter((file) => foreign.test(textOf(file)))).toEqual([]);
});
