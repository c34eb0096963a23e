import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type CodegenConfig, generate } from '@graphql-codegen/cli';
import ts from 'typescript';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serve } from '../clients/serve.js';
import { codeBlocks, read, root } from './markdown.js';

const blocks = codeBlocks(read('README.md')).filter(({ heading }) => heading === 'A typed client');
const [config = '', program = ''] = blocks
  .filter(({ language }) => language === 'ts')
  .map(({ text }) => text);
const output = blocks.find(({ language }) => language === 'text')?.text;

/** A folder for one test, below the project's own packages. */
function makeFolder(): string {
  const folder = join(root, 'test/generated', `readme-${process.pid}`);
  mkdirSync(join(folder, 'src'), { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The configuration of the README as it would be in `folder`, with this project in place of the installed package. */
const configIn = (folder: string): string =>
  config
    .replace("'partner-graphql/client'", JSON.stringify(join(root, 'src/client/index.ts')))
    .replace("'node_modules/partner-graphql/schema.graphql'", JSON.stringify(join(root, 'schema.graphql')))
    .replace("'src/**/*.ts'", JSON.stringify(join(folder, 'src/*.ts')))
    .replace("'src/gql/'", JSON.stringify(join(folder, 'src/gql/')));

function faultsIn(file: string): readonly string[] {
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the typed client of the README', () => {
  it('generates, compiles, runs, and prints what stands there', async () => {
    const { url } = await serve();
    const folder = makeFolder();
    const file = join(folder, 'src/main.ts');
    writeFileSync(join(folder, 'codegen.ts'), configIn(folder));
    writeFileSync(file, program.replace('http://127.0.0.1:4000/graphql', url));
    const made = (await import(pathToFileURL(join(folder, 'codegen.ts')).href)) as {
      readonly default: CodegenConfig;
    };
    await generate({ ...made.default, silent: true }, true);
    expect(faultsIn(file)).toEqual([]);

    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    onTestFinished(() => log.mockRestore());
    await import(pathToFileURL(file).href);
    expect(log.mock.calls.map((told) => `${told.join(' ')}\n`).join('')).toBe(output);

    writeFileSync(file, program.replace('screen?.status', 'screen?.state'));
    expect(faultsIn(file).join()).toContain("Property 'state' does not exist");
  });
});
