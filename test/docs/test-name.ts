import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { read, root } from './markdown.js';

/** An id of a row of the fault catalogue. */
const rowId = /\b[A-H]\d{1,2}\b/g;

/** Test files, the long runs included, by their paths below `test`. */
export const testFiles = (): readonly string[] =>
  readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(?:test|long)\.ts$/.test(file) && !file.startsWith('generated/'))
    .sort();

/** The files with a test that names a row's id, by id. */
export function filesByRow(): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const file of testFiles())
    for (const id of rowsNamedIn(read(`test/${file}`))) {
      const earlier = files.get(id);
      if (earlier === undefined) files.set(id, [file]);
      else earlier.push(file);
    }
  return files;
}

/**
 * The row ids in the names of a file's tests: in the titles of `describe`, `it` and `test`, and in the tables of their
 * `each`, which fill the titles.
 */
export function rowsNamedIn(source: string): ReadonlySet<string> {
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  const tables = new Map<string, ts.Node>();
  const ids = new Set<string>();
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
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text);
    const table = ts.isIdentifier(node) ? tables.get(node.text) : undefined;
    if (table !== undefined) visit(table);
    ts.forEachChild(node, visit);
  };
  visit(expression);
  return texts;
}
