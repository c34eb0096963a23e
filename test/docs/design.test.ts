import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeSpans, firstSpans, read, root, section, tableRows } from './markdown.js';

const page = read('docs/design.md');

describe('docs/design.md', () => {
  it('has every folder of src, and no other', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect([...firstSpans(section(page, 'The folders of `src`'))].sort()).toEqual(folders.sort());
  });

  it('names only files of src on the path of a request', () => {
    const files = codeSpans(section(page, 'The path of a request'));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(join(root, 'src', file)))).toEqual([]);
  });

  it('has a glossary of at most 25 words, each once', () => {
    const words = section(page, 'Glossary').match(/^- \*\*[^*]+\*\*/gm) ?? [];
    expect(words.length).toBeGreaterThan(10);
    expect(words.length).toBeLessThanOrEqual(25);
    expect(new Set(words).size).toBe(words.length);
  });

  it.each(['Stores', 'Limits and throttles'])('names an owner that is there in each row of "%s"', (title) => {
    const rows = tableRows(section(page, title));
    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) {
      const [owner = ''] = codeSpans(row.at(-1) ?? '');
      expect(existsSync(join(root, 'src', owner)), owner).toBe(true);
    }
  });

  it('has a row for each file with a cache that drops what is old', () => {
    const owners = tableRows(section(page, 'Stores')).flatMap((row) => codeSpans(row.at(-1) ?? ''));
    const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' });
    const caches = files.filter(
      (file) =>
        /^(?!dashboard\/|simulator\/).*\.ts$/.test(file) && read(`src/${file}`).includes('new LRUCache'),
    );
    expect(caches.length).toBeGreaterThan(5);
    expect(caches.filter((file) => !owners.includes(file))).toEqual([]);
  });
});
