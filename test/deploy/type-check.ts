import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../docs/markdown.js';

/** A JSON value, and the type that it must have, such as `import('package').Name`. */
export interface TypedValue {
  readonly value: unknown;
  readonly type: string;
}

/** Never written: the compiler reads it from memory, and resolves packages from its folder. */
const path = join(root, 'test/deploy/value.virtual.ts');

/** JSON has no enums: a value of one is its text. */
const json = `
  type Json<T> = T extends string ? (string extends T ? string : \`\${T}\`)
    : T extends readonly (infer Item)[] ? Json<Item>[]
    : T extends object ? { [Key in keyof T]: Json<T[Key]> } : T;`;

/**
 * Compiles values as literals, so that a misspelt or misplaced key, which no interface forbids at
 * run time, is found too.
 *
 * @returns what the compiler says, one text for each fault
 */
export function typeFaultsOf(values: readonly TypedValue[]): readonly string[] {
  const constants = values.map(
    ({ value, type }, index) =>
      `export const value${index}: Json<${type}> = ${JSON.stringify(value)};`,
  );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    // The declarations of packages are not what is checked.
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const program = ts.createProgram(
    [path],
    options,
    hostWith([json, ...constants].join('\n'), options),
  );
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** Parsed once: those of Kubernetes are large. */
const declarations = new Map<string, ts.SourceFile>();

function hostWith(text: string, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    fileExists: (file) => file === path || host.fileExists(file),
    readFile: (file) => (file === path ? text : host.readFile(file)),
    getSourceFile(file, target) {
      if (file === path) return ts.createSourceFile(file, text, target);
      const known = declarations.get(file) ?? host.getSourceFile(file, target);
      if (known !== undefined) declarations.set(file, known);
      return known;
    },
  };
}
