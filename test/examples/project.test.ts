import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { generate } from '@graphql-codegen/cli';

import ts from 'typescript';
import { describe, expect, it, onTestFinished } from 'vitest';
import { root } from '../docs/markdown.js';
import react from '../../examples/react/codegen.js';
import { examples, type ExampleManifest } from './example.js';
import { inFolder } from './in-folder.js';

/** What the generator returns of a file, which its types leave open. */
interface GeneratedFile {
  readonly filename: string;
  readonly content: string;
}

/** The project's own manifest; its shape is npm's. */
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as ExampleManifest;
const commands = JSON.parse(
  readFileSync(join(root, 'test/commands/package.json'), 'utf8'),
) as ExampleManifest;
const versions: Readonly<Record<string, string>> = {
  ...own.dependencies,
  ...own.devDependencies,
  ...commands.dependencies,
  // The clone that the example is in: a registry has no package of this name, or somebody else's.
  'partner-graphql': 'file:../..',
};

/** What one example alone needs: the last versions that run on Node.js 20. */
const large: Readonly<Record<string, string>> = {
  '@apollo/composition': '2.14.4',
  '@apollo/gateway': '2.14.4',
  '@apollo/server': '5.5.1',
  '@apollo/subgraph': '2.14.4',
  '@graphql-hive/gateway-runtime': '2.12.1',
  '@graphql-mesh/transport-http': '1.2.1',
  '@theguild/federation-composition': '0.27.0',
  next: '16.4.6',
};

/** The sources of an example, without generated ones, by their paths in its folder. */
const sourcesOf = (folder: string): readonly string[] =>
  [
    ...readdirSync(folder),
    ...readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
      join('src', file),
    ),
  ].filter((file) => /(?<!\.d)\.tsx?$/.test(file));

const importsOf = (path: string): readonly string[] =>
  ts.preProcessFile(readFileSync(path, 'utf8')).importedFiles.map(({ fileName }) => fileName);

const packageOf = (name: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name;

/** What starts an example that has such a file. */
const starts = [
  ['src/main.ts', 'tsx src/main.ts'],
  ['src/main.tsx', 'vite'],
  ['src/app/page.tsx', 'next dev --hostname 127.0.0.1'],
] as const;

/**
 * Whether a relative import stays in the example: in its sources, or in what its generator writes.
 */
function staysInside(folder: string, file: string, name: string): boolean {
  const target = relative(folder, resolve(folder, dirname(file), name)).replaceAll('\\', '/');
  return (
    target.startsWith('generated/') ||
    ['.ts', '.tsx', ''].some((extension) =>
      existsSync(join(folder, target.replace(/(?:\.js)?$/, extension))),
    )
  );
}

it('there are twelve examples', () => {
  expect(examples.map(({ name }) => name).toSorted()).toEqual([
    ...['apollo', 'codegen', 'federation', 'hono', 'next'],
    ...['node-http', 'opentelemetry', 'react', 'relay', 'tada', 'urql', 'worker'],
  ]);
});

it('the clone generates for an example by its own packages, whatever is installed in its folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'installed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(join(root, 'examples/react/src'), join(folder, 'src'), { recursive: true });
  for (const name of ['graphql', '@graphql-codegen/cli', '@graphql-codegen/client-preset']) {
    const installed = join(folder, 'node_modules', name);
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, 'index.js'), `throw new Error('${name} of the example');`);
  }
  // What the generator would write; it declares no type.
  const files = (await generate(inFolder(react, folder), false)) as readonly GeneratedFile[];
  const written = files.find(({ filename }) => filename === join(folder, 'generated/graphql.ts'));
  expect(written?.content).toBe(
    readFileSync(join(root, 'examples/react/generated/graphql.ts'), 'utf8'),
  );
});

it('the clone types Apollo Client by its own packages, whatever is installed in its example', () => {
  const text = readFileSync(join(root, 'tsconfig.json'), 'utf8');
  const { options } = ts.parseJsonSourceFileConfigFileContent(
    ts.parseJsonText('tsconfig.json', text),
    { ...ts.sys, readDirectory: () => [] },
    root,
  );
  const entries = ['@apollo/client', '@apollo/client/*'].flatMap(
    (name) => options.paths?.[name] ?? [],
  );
  expect(entries).toHaveLength(2);
  for (const entry of entries)
    expect(existsSync(join(root, entry.replace('*', 'cache')))).toBe(true);
});

describe.each(examples)('examples/$name', ({ folder, manifest }) => {
  const declared = { ...manifest.dependencies, ...manifest.devDependencies };

  it('has the dependencies of the project, in its versions', () => {
    const expected = Object.keys(declared).map(
      (name) => [name, versions[name] ?? large[name] ?? 'unknown'] as const,
    );
    expect(declared).toEqual(Object.fromEntries(expected));
    expect(manifest.private).toBe(true);
    // The project overrides more, for its own tools.
    if (manifest.overrides !== undefined) expect(own.overrides).toMatchObject(manifest.overrides);
    const needsOverrides =
      '@graphql-codegen/cli' in declared || '@graphql-hive/gateway-runtime' in declared;
    expect(manifest.overrides !== undefined).toBe(needsOverrides);
  });

  it('imports only itself, the package’s two entries, and what it declares', () => {
    const strays = sourcesOf(folder).flatMap((file) =>
      importsOf(join(folder, file))
        .filter((name) => {
          if (name.startsWith('.')) return !staysInside(folder, file, name);
          if (packageOf(name) === 'partner-graphql')
            return !['partner-graphql', 'partner-graphql/client'].includes(name);
          return !isBuiltin(name) && !(packageOf(name) in declared);
        })
        .map((name) => `${file} imports ${name}`),
    );
    expect(strays).toEqual([]);
  });

  it('has a manual of 10 to 50 lines, a main, and the scripts that its manual names', () => {
    const manual = readFileSync(join(folder, 'README.md'), 'utf8');
    const lines = manual.trimEnd().split('\n').length;
    expect(lines).toBeGreaterThanOrEqual(10);
    expect(lines).toBeLessThanOrEqual(50);
    const [, start = ''] = starts.find(([main]) => existsSync(join(folder, main))) ?? [];
    expect(manifest.scripts['start']).toBe(start);
    const named = [...manual.matchAll(/npm (?:run ([\w:-]+)|(start))/g)].map(
      ([, script, start]) => script ?? start,
    );
    expect(named.filter((name = '') => !(name in manifest.scripts))).toEqual([]);
    expect('generate' in manifest.scripts).toBe(named.includes('generate'));
  });
});
