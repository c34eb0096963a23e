import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { replaceOnce } from '../../bench/mechanism/build.js';
import { mechanisms } from '../../bench/mechanism/mechanism.js';

const built = new URL('../../dist/', import.meta.url);
const withoutIt = mechanisms.flatMap(({ title, replacements = [] }) =>
  replacements.map((replacement) => [title, replacement] as const),
);

describe('a façade without a mechanism', () => {
  it.each(withoutIt)('%s: the built façade holds what is replaced', (title, { file, from, to }) => {
    const text = readFileSync(new URL(file, built), 'utf8');
    expect(replaceOnce(text, from, to, title)).not.toBe(text);
  });

  it('is not built where a text is missing, or comes twice', () => {
    expect(replaceOnce('abc', 'b', 'x', 'here')).toBe('axc');
    for (const text of ['ac', 'abcb'])
      expect(() => replaceOnce(text, 'b', 'x', 'here')).toThrow('here does not hold this once');
  });

  it('differs from the others by its name, and in something', () => {
    expect(new Set(mechanisms.map(({ name }) => name)).size).toBe(mechanisms.length);
    for (const { settings, replacements } of mechanisms)
      expect(settings !== undefined || replacements !== undefined).toBe(true);
  });
});
