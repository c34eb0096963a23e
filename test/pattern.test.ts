import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { growsFasterThanLinear } from './rig/growth.js';

const root = new URL('../src/', import.meta.url).pathname;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

/** The regular expressions of a source file. */
function patternsOf(code: string, file: string): RegExp[] {
  const patterns: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      patterns.push(new RegExp(node.text.slice(1, end), node.text.slice(end + 1)));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return patterns;
}

/** Texts that are repeated: what the pattern itself names, and what its classes hold. */
function piecesOf({ source }: RegExp): string[] {
  const named = Array.from(source.matchAll(/\\?([^\w\\()[\]^$*+?|])|\w{2,}/g), ([all, mark]) => mark ?? all);
  const singles = [...new Set([...named, 'a', '0', ' ', '\n', '"', '\\', '\u0301'])];
  return [...singles, ...singles.map((piece) => `\\${piece}`), ...singles.map((piece) => `${piece}a`)];
}

/** Milliseconds for 16,384 characters; linear patterns take a hundredth. */
const suspicious = 10;

/** Whether a search takes the square of the length of some text. */
const isSuperLinear = (pattern: RegExp): boolean =>
  piecesOf(pattern).some((piece) =>
    ['', '"'].some((start) => {
      const search = (size: number): unknown => {
        const text = `${start}${piece.repeat(size / piece.length)}\u0000`;
        return pattern.global ? text.replace(pattern, '') : pattern.exec(text);
      };
      const startedAt = performance.now();
      search(1 << 14);
      return performance.now() - startedAt > suspicious && growsFasterThanLinear(search);
    }),
  );

describe('each pattern of src takes time that is linear in the length of the text', () => {
  const patterns = files.flatMap((file) =>
    patternsOf(readFileSync(join(root, file), 'utf8'), file).map((pattern) => ({ file, pattern })),
  );

  it('as measured', () => {
    expect(patterns.length).toBeGreaterThan(100);
    const slow = patterns.filter(({ pattern }) => isSuperLinear(pattern));
    expect(slow.map(({ file, pattern }) => `${file}: ${String(pattern)}`)).toEqual([]);
  });

  it.each([/"(?:[^"\\]|\\.)*"/gs, /0+$/, /\/+$/, /\n+fragment /g])('%s is found', (pattern) => {
    expect(isSuperLinear(pattern)).toBe(true);
  });
});
