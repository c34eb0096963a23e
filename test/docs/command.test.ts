import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codeBlocks, pages, read, root } from './markdown.js';

/** Which test runs a command, and a part of the test's text that shows it. */
const runners: readonly (readonly [command: RegExp, test: string, proof: string])[] = [
  [/^curl -s http:\/\/127\.0\.0\.1:4000\/graphql/, 'test/docs/example.test.ts', 'curl '],
  [
    /^curl http:\/\/127\.0\.0\.1:4000\/graphql -o /,
    'test/extra/export/export.test.ts',
    "'A list as a file'",
  ],
  [/^curl -sN http:\/\/127\.0\.0\.1:4000\/graphql/, 'test/docs/example.test.ts', 'curl -sN '],
  [/^curl -sg -H /, 'test/docs/reference.test.ts', 'curl -sg -H '],
  [
    /^npm ci && npm start\nnpm ci && npm test$/,
    'test/deploy/stock-machine.sh',
    'npm ci && npm start',
  ],
  [/^npm init|^npx gql\.tada /, 'test/docs/typed-client.test.ts', 'npx'],
  [
    /^npm ci && npm pack$|^npm install \.\.\/|^docker build /,
    'test/docs/get.test.ts',
    "'How to get it'",
  ],
  [
    /^npm ci && npm run build\nNODE_ENV=production .* node dist\/main\.js$/,
    'test/docs/get.test.ts',
    'operation.md',
  ],
  [
    /^npm exec --no -- partner-graphql contract /,
    'test/package/install.test.ts',
    "'contract', url",
  ],
  [/^npm exec --no -- partner-graphql check /, 'test/package/install.test.ts', "'check'"],
  [/^npm exec --no -- partner-graphql simulator /, 'test/package/install.test.ts', "'simulator'"],
  [/^FEDERATION=true npm start$/, 'test/feature/federation/router.test.ts', 'FEDERATION: true'],
  [
    /^npx vitest run --config test\/vitest\.config\.ts /,
    'test/docs/reference.test.ts',
    'names files that exist',
  ],
  [/^npm run bench -- --help$/, 'test/bench/option.test.ts', '--help'],
];

const commands = pages
  .filter(({ path }) => !path.startsWith('examples/') && !path.startsWith('deploy/'))
  .flatMap(({ path, text }) =>
    codeBlocks(text)
      .filter(({ language }) => language === 'sh')
      .map((block) => [path, block.text.trim()] as const),
  );

describe('the commands of the pages', () => {
  it('are found', () => {
    expect(commands.length).toBeGreaterThan(6);
  });

  it.each(commands)('%s: a test runs %j', (_path, command) => {
    const runner = runners.find(([pattern]) => pattern.test(command));
    expect(runner, 'name the test that runs it').toBeDefined();
    const [, test = '', proof = ''] = runner ?? [];
    expect(existsSync(join(root, test))).toBe(true);
    expect(read(test)).toContain(proof);
  });
});

/** The text files below a folder, without what is installed or generated there. */
const textsIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap(({ name }) => {
    const path = join(folder, name);
    if (['node_modules', 'generated', 'dist'].includes(name)) return [];
    if (!/\.\w+$/.test(name)) return textsIn(path);
    return /\.(?:md|tsx?|json|ya?ml|conf|html)$/.test(name) ? [path] : [];
  });

/**
 * What a user reads or copies: the pages, the examples, the files to deploy, and every text of the
 * command.
 */
const files = [
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'Dockerfile', 'package.json'],
  ...['docs', 'examples', 'deploy', 'src'].flatMap(textsIn),
];

/**
 * Runs a package by its name, which npm fetches from a registry where it is not installed, unless
 * `--no` forbids it.
 */
const runs =
  /\b(?:npx|bunx|(?:npm|pnpm|yarn) (?:exec|x|dlx))\b(?!(?: -\S+)* --no\b)[^`\n]*\bpartner-graphql\b/;
/** Installs it by its name: a file or a folder has a slash before it. */
const installs =
  /\b(?:npm|pnpm|yarn|bun) (?:install|i|ci|add|update)\b[^`\n]*\spartner-graphql(?![\w./-])/;
/** Pulls an image by its name, which `docker run` does only where it has not been built. */
const pulls = /\bdocker pull\b[^`\n]*\bpartner-graphql\b/;

const strayCommands = (text: string): readonly string[] =>
  text.split('\n').filter((line) => [runs, installs, pulls].some((pattern) => pattern.test(line)));

describe('no page and no message names a package or an image of a public registry as this one', () => {
  it.each([
    'npx partner-graphql contract openapi.json',
    'where `npx partner-graphql simulator --port 8080` runs one',
    'npx -y partner-graphql@0.1.0',
    'npm exec partner-graphql -- --help',
    'npm exec -- partner-graphql',
    'npm install --save-exact partner-graphql',
    'npm i partner-graphql@latest graphql@16',
    'docker pull partner-graphql',
  ])('%j is found', (command) => {
    expect(strayCommands(`first\n${command}\nlast`)).toEqual([command]);
  });

  it.each([
    'npm exec --no -- partner-graphql contract openapi.json',
    'npm install ../partner-graphql/partner-graphql-0.1.0.tgz',
    'npm install ../partner-graphql graphql@16',
    'npx gql.tada check',
    'docker run --rm -p 4000:4000 partner-graphql',
  ])('%j is allowed', (command) => {
    expect(strayCommands(command)).toEqual([]);
  });

  it('in the README, docs, examples, deploy and src', () => {
    expect(files.length).toBeGreaterThan(300);
    const found = files.flatMap((file) =>
      strayCommands(read(file)).map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});
