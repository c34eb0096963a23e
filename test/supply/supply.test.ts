import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import codegen from '../../codegen.js';
import { placeOf, project, readLock, readManifest, readText } from './lock.js';

/** Everything that runs in production, and what it is there for. Nothing joins without a line here and in docs/contributing.md. */
const reasons: Readonly<Record<string, string>> = {
  '@graphql-tools/executor': 'not imported: later ones, which graphql-yoga would bring, need Node.js 22.15',
  '@graphql-tools/merge': 'not imported, for the same reason',
  '@graphql-tools/schema': 'not imported, for the same reason',
  '@graphql-tools/utils': 'not imported, for the same reason',
  '@graphql-yoga/render-graphiql': 'GraphiQL as one page that needs no internet',
  '@modelcontextprotocol/server': 'MCP in both revisions, for agents',
  '@opentelemetry/api': 'spans for TRACING; prom-client needs it too',
  '@pothos/core': 'the schema, written in types',
  '@whatwg-node/server': 'a fetch handler under node:http',
  dataloader: 'batches of records by id',
  graphql: 'the language',
  'graphql-yoga': 'GraphQL over HTTP as specified: methods, media types, streams, CORS',
  ioredis: 'what replicas share',
  'lru-cache': 'bounds for every memory',
  pino: 'the log',
  'prom-client': 'metrics in the Prometheus text format',
  undici: 'bounded, watched connections to the Partner API, and HTTP caching',
  zod: 'one schema that validates, types and reports drift',
};

/** Install scripts run a stranger's code on the machine of everyone who installs. */
const mayRunScripts: readonly string[] = [];

const lock = readLock();
const manifest = readManifest();
const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The project, and the commands that its tests start. */
const folders = ['', 'test/commands/'];

describe.each(folders)('G16: the lock file of "%s"', (folder) => {
  const lock = readLock(folder);
  const manifest = readManifest(folder);

  it('holds every package that any other one needs, each with its checksum', () => {
    const missing: string[] = [];
    for (const [place, each] of lock) {
      if (place !== '' && !each.link && each.integrity === undefined) missing.push(`${place}: no checksum`);
      if (place !== '' && each.version === undefined) missing.push(`${place}: no version`);
      const needed = { ...each.dependencies, ...(place === '' ? each.devDependencies : {}) };
      for (const name of Object.keys(needed))
        if (placeOf(lock, place, name) === undefined) missing.push(`${place || 'the project'} needs ${name}`);
    }
    expect(missing).toEqual([]);
  });

  it('is of this package.json', () => {
    const { dependencies, devDependencies, peerDependencies } = manifest;
    expect(lock.get('')).toMatchObject({ dependencies, devDependencies, peerDependencies });
  });

  it('names no host: the packages come from the registry of each installer', () => {
    expect([...lock].filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place)).toEqual(
      [],
    );
    expect(readText(`${folder}package-lock.json`)).not.toMatch(/https?:\/\/[^"]*\.tgz|git\+|file:/);
  });

  it('brings no Node.js of its own: npm scripts run on the one that the user has', () => {
    expect([...lock.keys()].filter((place) => nameOf(place) === 'node')).toEqual([]);
  });

  it('lets no package run a script at installation but those that are allowed by name', () => {
    const scripted = [...lock].filter(([, each]) => each.hasInstallScript).map(([place]) => nameOf(place));
    for (const name of scripted) expect(Object.keys(manifest.allowScripts), name).toContain(name);
    const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed);
    expect(allowed.map(([name]) => name)).toEqual(mayRunScripts);
    for (const each of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(Object.keys(manifest.scripts)).not.toContain(each);
  });
});

describe('what `npm ci` installs', () => {
  it('is little more than build, types, lint and tests need in their own process', () => {
    const { dependencies } = readManifest('test/commands/');
    expect(Object.keys(dependencies).filter((name) => lock.has(`node_modules/${name}`))).toEqual([]);
    // Of the binaries for other systems none is installed.
    const common = [...lock.values()].filter(({ os }) => os === undefined);
    expect(common.length).toBeLessThan(650);
  });

  it('has what the commands expect beside them, so that there is one of each', () => {
    const commands = readLock('test/commands/');
    const shared = ['graphql', 'react', 'vitest'].filter((name) => commands.has(`node_modules/${name}`));
    expect(shared).toEqual([]);
    expect(lock.has('node_modules/vitest')).toBe(true);
  });
});

describe('G16: the packages of production', () => {
  it('are those with a reason, each at one exact version', () => {
    const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    expect(names.toSorted()).toEqual(Object.keys(reasons).toSorted());
    for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(manifest.optionalDependencies).toEqual({});
    // Two copies of graphql-js refuse each other's objects, so a program shares its own with the package.
    expect(manifest.peerDependencies).toEqual({ graphql: '^16.15.0 || ^17.1.0' });
    expect(manifest.peerDependenciesMeta).toEqual({});
    expect(manifest.devDependencies).toMatchObject({
      graphql: '16.15.0',
      'graphql-17': 'npm:graphql@17.1.0',
    });
  });

  it('are listed in docs/contributing.md with their reasons, and no others are', () => {
    const table = /## Dependencies\n(.*)/s.exec(readText('docs/contributing.md'))?.[1] ?? '';
    const rows = table.split('\n').filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map((found) => found[1] ?? ''),
    );
    expect(named.toSorted()).toEqual(Object.keys(reasons).toSorted());
    for (const row of rows) expect(row.split('|')[2]?.trim().length).toBeGreaterThan(5);
  });

  it('bring few others along, and none of them runs a script', () => {
    const reached = new Set<string>();
    const follow = (place: string, names: readonly string[]): void => {
      for (const name of names) {
        const found = placeOf(lock, place, name);
        if (found === undefined || reached.has(found)) continue;
        reached.add(found);
        follow(found, Object.keys(lock.get(found)?.dependencies ?? {}));
      }
    };
    follow('', Object.keys(reasons));
    expect(reached.size).toBeLessThanOrEqual(60);
    for (const place of reached) expect(lock.get(place)?.hasInstallScript, place).toBe(false);
  });
});

/** Names of the packages that a file imports. */
const importedBy = (path: string): readonly string[] =>
  ts
    .preProcessFile(readText(path))
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => !name.startsWith('.') && !isBuiltin(name))
    .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);

describe('package.json', () => {
  it('names every package that a file of the project imports, so that none is there by chance', () => {
    const { name, dependencies, devDependencies, peerDependencies } = manifest;
    const named = new Set([
      name,
      ...Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }),
    ]);
    const files = ['src', 'test'].flatMap((folder) =>
      readdirSync(new URL(folder, project), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file}`,
      ),
    );
    const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('/generated/'));
    expect(sources.length).toBeGreaterThan(300);
    const strays = ['codegen.ts', ...sources].flatMap((file) =>
      importedBy(file)
        .filter((each) => !named.has(each))
        .map((each) => `${file} imports ${each}`),
    );
    expect(strays).toEqual([]);
  });

  it('builds what runs alone: no file of the tests is needed, and none is made', () => {
    const { build = '', prestart, prepack } = manifest.scripts;
    expect(prepack).toBe('npm run build');
    // What it waits for is said first.
    expect(prestart).toContain(' && npm run build && ');
    expect(build).toMatch(
      /^tsc -p tsconfig\.build\.json && graphql-codegen --config codegen\.ts && vite build /,
    );
    expect(build).not.toContain('test');
    expect(codegen.schema).toBe('./schema.graphql');
    expect(codegen.generates).toMatchObject({ 'src/dashboard/generated/': { preset: 'client' } });
    expect(Object.keys(codegen.generates)).toEqual(['src/dashboard/generated/']);
  });
});

const packSchema = z.array(z.object({ files: z.array(z.object({ path: z.string() })) })).min(1);
const isBuilt = existsSync(new URL('dist/main.js', project));

describe('the published package', () => {
  it.skipIf(!isBuilt)(
    `holds what runs, its schema and its papers${isBuilt ? '' : ' (skipped: dist is not built)'}`,
    () => {
      const options = ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline', '--loglevel=error'];
      const output = execFileSync('npm', options, {
        cwd: fileURLToPath(project),
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const report: unknown = JSON.parse(output);
      // A list until npm 10, a record by name from then on.
      const [pack] = packSchema.parse(
        Array.isArray(report) ? report : Object.values(Object(report) as object),
      );
      const paths = pack?.files.map(({ path }) => path) ?? [];
      for (const paper of ['LICENSE', 'README.md', 'CHANGELOG.md', 'package.json', 'schema.graphql'])
        expect(paths).toContain(paper);
      expect(
        paths.filter((path) => /(?:^|\/)(?:node_modules|\.[^/]*)\/|\.test\.|\.env|\.tsbuildinfo$/.test(path)),
      ).toEqual([]);
      for (const needed of [
        'dist/main.js',
        'dist/facade.js',
        'dist/facade.d.ts',
        'dist/client/index.js',
        'dist/client/index.d.ts',
      ])
        expect(paths).toContain(needed);
    },
  );
});
