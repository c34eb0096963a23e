import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeSpans, manifest, read, root, section, tableRows } from './markdown.js';

/** Scripts that npm runs by itself before another, and those that others are made of. */
const parts = new Set([
  'prepack',
  'prestart',
  'presimulator',
  'pretypes',
  'precontract:check',
  'prescreenshots',
]);
const inside = new Set(['codegen', 'format', 'lint']);

describe('docs/contributing.md', () => {
  it('has every script of package.json that a contributor runs', () => {
    const text = read('docs/contributing.md') + read('docs/clients.md') + read('docs/operation.md');
    const named = new Set([...text.matchAll(/npm (?:run )?([\w:]+)/g)].map(([, name = '']) => name));
    const missing = Object.keys(manifest.scripts).filter(
      (name) => !named.has(name) && !parts.has(name) && !inside.has(name),
    );
    expect(missing).toEqual([]);
  });

  it('names files that exist', () => {
    const paths = [...read('docs/contributing.md').matchAll(/(?:src|test)\/[\w./-]*\w/g)].map(
      ([path]) => path,
    );
    // The recipe of an endpoint adds these.
    const added = new Set(['src/partner/tag.ts', 'src/graphql/types/tag.ts']);
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !added.has(path) && !existsSync(join(root, path)))).toEqual([]);
  });

  it('says what each of its commands does', () => {
    const rows = tableRows(section(read('docs/contributing.md'), 'Commands'));
    for (const [command = '', purpose = ''] of rows) {
      expect(codeSpans(command)[0]).toMatch(/^npm /);
      expect(purpose).not.toBe('');
    }
  });
});
