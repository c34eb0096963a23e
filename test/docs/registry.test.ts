import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { read, root } from './markdown.js';

/** The text files below a folder, without what is installed or generated there. */
const textsIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap(({ name }) => {
    const path = join(folder, name);
    if (['node_modules', 'generated', 'dist'].includes(name)) return [];
    return /\.\w+$/.test(name)
      ? /\.(?:md|tsx?|json|ya?ml|conf|html)$/.test(name)
        ? [path]
        : []
      : textsIn(path);
  });

/** What a user reads or copies: the pages, the examples, the files to deploy, and every text of the command. */
const files = [
  ...['README.md', 'CHANGELOG.md', 'SECURITY.md', 'Dockerfile', 'package.json'],
  ...['docs', 'examples', 'deploy', 'src'].flatMap(textsIn),
];

/** Runs a package by its name, which npm fetches from a registry where it is not installed, unless `--no` forbids it. */
const runs =
  /\b(?:npx|bunx|(?:npm|pnpm|yarn) (?:exec|x|dlx))\b(?!(?: -\S+)* --no\b)[^`\n]*\bpartner-graphql\b/;
/** Installs it by its name: a file or a folder has a slash before it. */
const installs = /\b(?:npm|pnpm|yarn|bun) (?:install|i|ci|add|update)\b[^`\n]*\spartner-graphql(?![\w./-])/;
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
    const found = files.flatMap((file) => strayCommands(read(file)).map((line) => `${file}: ${line.trim()}`));
    expect(found).toEqual([]);
  });
});
