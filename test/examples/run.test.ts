import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandModules } from '../commands/command.js';
import { type CodeBlock, codeBlocks, read, root } from '../docs/markdown.js';
import { pack } from '../package/pack.js';
import { typeErrors } from '../system/recipe/copy.js';
import { type Example, examples } from './example.js';
import { serve } from './serve.js';
import { addressIn, runLine } from './terminal.js';

let unpacked: ReturnType<typeof unpack>;
beforeAll(() => {
  unpacked = unpack();
}, 240_000);
afterAll(() => unpacked.remove());

/** The examples inside the package, as they are in a clone that is built. */
function unpack() {
  const packed = pack();
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  execFileSync('tar', ['-xzf', packed.path, '-C', folder]);
  packed.remove();
  const folderOf = (name: string): string => join(folder, 'package/examples', name);
  return {
    /** The folder of an example, where nothing is installed. */
    folderOf,
    /**
     * Does what `npm install` does in the folder, without a registry: links to the packages of this
     * project.
     */
    link(name: string): void {
      const example = examples.find((each) => each.name === name);
      linkAll(folderOf(name), example);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function linkAll(folder: string, example: Example | undefined): void {
  const clone = join(folder, '../..');
  link(join(root, 'node_modules'), join(clone, 'node_modules'));
  const { dependencies = {}, devDependencies = {} } = example?.manifest ?? {};
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    link(
      version.startsWith('file:') ? join(folder, version.slice('file:'.length)) : placeOf(name),
      join(folder, 'node_modules', name),
    );
}

/** A package of this project, or one of the commands of its tests. */
const placeOf = (name: string): string =>
  [join(root, 'node_modules', name), join(commandModules, name)].find((path) => existsSync(path)) ??
  name;

function link(target: string, path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}

/** They have tests of their own: routers and Next.js are large, and a page needs a browser. */
const elsewhere = ['federation', 'next', 'react'];
/**
 * `npm install` takes most of the time, so only this one does it; with EXAMPLES=install, all do.
 */
const installs = (name: string): boolean =>
  process.env['EXAMPLES'] === 'install' || name === 'node-http';

const blocksOf = (name: string): readonly CodeBlock[] =>
  codeBlocks(read(`examples/${name}/README.md`));

/** The lines of a block; a backslash at the end of one continues it. */
const linesOf = ({ text }: CodeBlock): readonly string[] => text.trim().split(/(?<!\\)\n/);

/** Runs the lines of a page with free ports in place of 3000, 4000 and 8080. */
async function readerOf(name: string): Promise<(line: string) => Promise<string>> {
  const { url, credential } = await serve();
  const env: Record<string, string> = {
    FACADE_URL: url,
    PARTNER_CREDENTIAL: credential,
    PORT: '0',
  };
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

/**
 * What makes the types of each client strict: a text in one of its files, and what takes it back.
 */
const strictness: Readonly<Record<string, readonly [file: string, strict: string, weak: string]>> =
  {
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
      const fileOf = (path: string) => join(unpacked.folderOf(name), path);
      unpacked.link(name);

      expect(readFileSync(fileOf('src/main.ts'), 'utf8')).not.toMatch(/\?\.|!\.|!\[/);
      // The commands of its page, above, have generated what it imports.
      const { url } = await serve();
      const env = { FACADE_URL: url, PARTNER_CREDENTIAL: 'demo-no-scopes-credential' };
      await expect(run('npm start', env)).rejects.toThrow(
        /'FORBIDDEN'[^]*requiredScope: 'screens:read'/,
      );

      const text = readFileSync(fileOf(file), 'utf8');
      writeFileSync(fileOf(file), text.replaceAll(strict, weak));
      await run('npm run generate');
      // `npm run lint` checks it with strict types.
      const errors = typeErrors(unpacked.folderOf(name), 1);
      expect(errors).not.toEqual([]);
      expect(errors.filter((line) => !/^src\/[\w-]+\.ts.* (?:possibly|null)/.test(line))).toEqual(
        [],
      );
    },
    240_000,
  );
});
