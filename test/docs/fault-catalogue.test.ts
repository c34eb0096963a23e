import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { formatted } from '../tools/format.js';
import { read, root } from './markdown.js';

const page = 'docs/fault-catalogue.md';

/** A row of the catalogue: what is before its last cell, and its id. */
const row = /^(\| ([A-H]\d{1,2}) +\|.*\|)[^|]*\|$/gm;

const rowId = /\b[A-H]\d{1,2}\b/g;

/** Test files, the long runs included, by their paths below `test`. */
const testFiles = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.(?:test|long)\.ts$/.test(file) && !file.startsWith('generated/'))
  .sort();

/**
 * The row ids in the names of a file's tests: in the titles of `describe`, `it` and `test`, and in
 * the tables of their `each`, which fill the titles.
 */
function rowsNamedIn(source: string): ReadonlySet<string> {
  const ids = new Set<string>();
  // Few files name any, and to parse the others takes most of the time.
  if (source.search(rowId) === -1) return ids;
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  const tables = new Map<string, ts.Node>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      tables.set(node.name.text, node.initializer);
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const parts = ts.isCallExpression(node.expression)
        ? [node.arguments[0], ...node.expression.arguments]
        : [node.arguments[0]];
      for (const text of parts.flatMap((part) => (part ? textsIn(part, tables) : [])))
        for (const [id] of text.matchAll(rowId)) ids.add(id);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return ids;
}

/** `it`, `it.each(…)`, `describe.each(…)`, `it.skipIf(…)` and the like. */
function isTest(expression: ts.Expression): boolean {
  if (ts.isIdentifier(expression)) return /^(?:describe|it|test)$/.test(expression.text);
  if (ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression))
    return isTest(expression.expression);
  return false;
}

/** Every string in an expression and in the constants that it names. */
function textsIn(expression: ts.Node, tables: ReadonlyMap<string, ts.Node>): readonly string[] {
  const texts: string[] = [];
  const seen = new Set<ts.Node>();
  const visit = (node: ts.Node): void => {
    if (seen.has(node)) return;
    seen.add(node);
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    )
      texts.push(node.text);
    const table = ts.isIdentifier(node) ? tables.get(node.text) : undefined;
    if (table !== undefined) visit(table);
    ts.forEachChild(node, visit);
  };
  visit(expression);
  return texts;
}

describe('the fault catalogue', () => {
  it('has each row once', () => {
    const ids = [...read(page).matchAll(row)].map(([, , id]) => id);
    expect(ids.length).toBeGreaterThan(100);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('lists for each row the files with a test that names its id; `vitest -u` writes them', async () => {
    const named = testFiles.map((file) => ({ file, ids: rowsNamedIn(read(`test/${file}`)) }));
    const text = read(page).replace(row, (_row, before: string, id: string) => {
      const files = named.filter(({ ids }) => ids.has(id)).map(({ file }) => file);
      return `${before} ${files.join(', ') || 'no check of this name'} |`;
    });
    await expect(await formatted(page, text)).toMatchFileSnapshot(join(root, page));
  });

  it('finds ids in titles and the tables that fill them, and nowhere else', () => {
    const tests = "describe('C1, C2', f); it(`E1${x} and E2`, f); it.skipIf(x)('F9: y', f)";
    const tables =
      "it.each([['F1', 1]])('%s', f); const rows = [['G1']]; describe.each(rows)('%s', f)";
    const others = "it('X1 works', () => send('A1')); send('A2')";
    const found = [...rowsNamedIn([tests, tables, others].join(';\n'))];
    expect(found).toEqual(['C1', 'C2', 'E1', 'E2', 'F9', 'F1', 'G1']);
  });
});
