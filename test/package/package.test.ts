import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandPath } from '../commands/command.js';
import { localLinks, manifest, pages } from '../docs/markdown.js';
import { type Pack, pack } from './pack.js';

/** The targets of the links of every page, as paths from the root. */
const links = pages.flatMap(({ path, text }) =>
  localLinks(text)
    .map((link) => link.replace(/#.*$/, ''))
    .filter((link) => link !== '')
    .map((link) => normalize(join(dirname(path), link))),
);

/** Folders whose files belong to the package beside what is built. */
const folders = /^(?:docs|examples|deploy)\//;

describe('the package', () => {
  let packed: Pack;
  beforeAll(() => {
    packed = pack();
  });
  afterAll(() => packed.remove());

  it('has the name that the README says', () => {
    expect(basename(packed.path)).toBe(`${manifest.name}-${manifest.version}.tgz`);
  });

  it('holds what is built, the schema, the licence, the manuals and the examples, and nothing else', () => {
    for (const file of [
      'dist/main.js',
      'dist/facade.d.ts',
      'dist/client/index.js',
      'dist/client/index.d.ts',
    ])
      expect(packed.files).toContain(file);
    const others = packed.files.filter((file) => !file.startsWith('dist/') && !folders.test(file));
    const papers = [
      'CHANGELOG.md',
      'Dockerfile',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'package.json',
    ];
    expect(others.sort()).toEqual([...papers, 'schema.graphql', 'schema.strict.graphql']);
    expect(packed.files).toContain('examples/python/facade.py');
    expect(
      packed.files.filter((file) => /\/(?:generated|node_modules|__pycache__)\//.test(file)),
    ).toEqual([]);
    const built = packed.files.filter((file) => file.startsWith('dist/'));
    expect(built.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
    expect(packed.files.filter((file) => file.includes('.test.'))).toEqual([]);
    expect(
      packed.files.filter((file) => /\.(?:map|tsbuildinfo|log|env)$|(?:^|\/)\./.test(file)),
    ).toEqual([]);
    expect(packed.unpackedBytes).toBeLessThan(4_200_000);
    expect(manifest.scripts['prepack']).toBe('npm run build');
  });

  it('holds every file that its pages link to, pictures included', () => {
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !packed.files.includes(link))).toEqual([]);
  });

  it('is accepted by publint, suggestions included', async () => {
    const tarball = readFileSync(packed.path);
    const bytes = tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength);
    const { messages, pkg } = await publint({ pack: { tarball: bytes }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('has types that are right for ES modules and for bundlers (Are the types wrong?)', () => {
    const tool = commandPath('attw');
    const schemas = ['--exclude-entrypoints', './schema.graphql', './schema.strict.graphql'];
    const args = [tool, packed.path, '--profile', 'esm-only', ...schemas, '--format', 'json'];
    const written = execFileSync(process.execPath, args, { encoding: 'utf8' });
    // Only its list of entry points is looked at; it exits with 1 where it finds a problem.
    const { analysis } = JSON.parse(written) as { analysis: { entrypoints: object } };
    expect(Object.keys(analysis.entrypoints).sort()).toEqual(['.', './client']);
  });
});
