import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CodeBlock, codeBlocks, read } from '../docs/markdown.js';
import { serve } from './serve.js';
import { examples } from './example.js';
import { type UnpackedPackage, unpack } from './packed.js';
import { addressIn, runLine } from './terminal.js';

let unpacked: UnpackedPackage;
beforeAll(() => {
  unpacked = unpack();
}, 240_000);
afterAll(() => unpacked.remove());

/** They have tests of their own: routers and Next.js are large, and a page needs a browser. */
const elsewhere = ['federation', 'next', 'react'];
/** `npm install` takes most of the time, so only this one does it; with EXAMPLES=install, all do. */
const installs = (name: string): boolean => process.env['EXAMPLES'] === 'install' || name === 'node-http';

const blocksOf = (name: string): readonly CodeBlock[] => codeBlocks(read(`examples/${name}/README.md`));

/** The lines of a block; a backslash at the end of one continues it. */
const linesOf = ({ text }: CodeBlock): readonly string[] => text.trim().split(/(?<!\\)\n/);

/** Runs the lines of a page with free ports in place of 3000, 4000 and 8080. */
async function readerOf(name: string): Promise<(line: string) => Promise<string>> {
  const { url, credential } = await serve();
  const env: Record<string, string> = { FACADE_URL: url, PARTNER_CREDENTIAL: credential, PORT: '0' };
  let server = '';
  return async (line) => {
    if (line === 'npm install' && !installs(name)) {
      unpacked.link(name);
      return '';
    }
    const onFreePort = line
      .replace('npm run simulator', 'npm run simulator -- --port 0')
      .replace('http://127.0.0.1:3000', server);
    const printed = await runLine(onFreePort, unpacked.folderOf(name), env);
    if (line === 'npm run simulator') env['PARTNER_API_URL'] = addressIn(printed) ?? '';
    else server = addressIn(printed) ?? server;
    return printed;
  };
}

describe('by the commands of its page, an example prints what the page shows', () => {
  it.each(examples.filter(({ name }) => !elsewhere.includes(name)))(
    '$name',
    async ({ name }) => {
      const run = await readerOf(name);
      for (const block of blocksOf(name).filter(({ language }) => language === 'sh')) {
        let printed = '';
        for (const line of linesOf(block)) printed = await run(line);
        if (block.next?.language === 'text')
          for (const part of block.next.text.trim().split('…')) expect(printed).toContain(part);
      }
    },
    180_000,
  );
});

/** What makes the types of each client strict: a text in one of its files, and what takes it back. */
const strictness: Readonly<Record<string, readonly [file: string, strict: string, weak: string]>> = {
  apollo: ['codegen.ts', 'schema.strict.graphql', 'schema.graphql'],
  codegen: ['codegen.ts', 'errorHandlingClient: true', 'errorHandlingClient: false'],
  relay: ['src/document.ts', '@throwOnFieldError', ''],
  tada: ['tsconfig.json', 'schema.strict.graphql', 'schema.graphql'],
  urql: ['codegen.ts', 'schema.strict.graphql', 'schema.graphql'],
};

describe('the client of an example, from the packed package', () => {
  it.each(Object.entries(strictness))(
    '%s: compiles without ?. and !, throws the code where a scope is missing, and compiles only with strict types',
    async (name, [file, strict, weak]) => {
      const run = (line: string, env = {}) => runLine(line, unpacked.folderOf(name), env);
      const compile = async () => `${await run('npm run generate')}${await run('npm run types')}`;
      const fileOf = (path: string) => join(unpacked.folderOf(name), path);
      unpacked.link(name);

      expect(readFileSync(fileOf('src/main.ts'), 'utf8')).not.toMatch(/\?\.|!\.|!\[/);
      await expect(compile()).resolves.toContain('tsc');

      const { url } = await serve();
      const env = { FACADE_URL: url, PARTNER_CREDENTIAL: 'demo-no-scopes-credential' };
      await expect(run('npm start', env)).rejects.toThrow(/'FORBIDDEN'[^]*requiredScope: 'screens:read'/);

      const text = readFileSync(fileOf(file), 'utf8');
      writeFileSync(fileOf(file), text.replaceAll(strict, weak));
      await expect(compile()).rejects.toThrow(/src\/main\.ts.* (?:possibly|null)/);
    },
    240_000,
  );
});
