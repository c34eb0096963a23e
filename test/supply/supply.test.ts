import { readdirSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { nameOf, placeOf, project, readLock, readManifest, readText } from './lock.js';

/** Install scripts run a stranger's code on the machine of everyone who installs. */
const mayRunScripts: readonly string[] = [];

const lock = readLock();
const manifest = readManifest();

/** The project, and the commands that its tests start. */
const folders = ['', 'test/commands/'];

describe.each(folders)('G16: the lock file of "%s"', (folder) => {
  const lock = readLock(folder);
  const manifest = readManifest(folder);

  // `npm ci` refuses a file that is not of its package.json, or lacks a package.
  it('has a version and a checksum of every package', () => {
    const without = [...lock].filter(
      ([place, { link, integrity, version }]) =>
        place !== '' && (version === undefined || (!link && integrity === undefined)),
    );
    expect(without.map(([place]) => place)).toEqual([]);
  });

  it('names no host: the packages come from the registry of each installer', () => {
    expect(
      [...lock].filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place),
    ).toEqual([]);
    expect(readText(`${folder}package-lock.json`)).not.toMatch(/https?:\/\/[^"]*\.tgz|git\+|file:/);
  });

  it('brings no Node.js of its own: npm scripts run on the one that the user has', () => {
    expect([...lock.keys()].filter((place) => nameOf(place) === 'node')).toEqual([]);
  });

  it('lets no package run a script at installation but those that are allowed by name', () => {
    const scripted = [...lock]
      .filter(([, each]) => each.hasInstallScript)
      .map(([place]) => nameOf(place));
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
    expect(Object.keys(dependencies).filter((name) => lock.has(`node_modules/${name}`))).toEqual(
      [],
    );
    // Of the binaries for other systems none is installed.
    const common = [...lock.values()].filter(({ os }) => os === undefined);
    expect(common.length).toBeLessThan(650);
  });

  it('has what the commands expect beside them, so that there is one of each', () => {
    const commands = readLock('test/commands/');
    const shared = ['graphql', 'react', 'vitest'].filter((name) =>
      commands.has(`node_modules/${name}`),
    );
    expect(shared).toEqual([]);
    expect(lock.has('node_modules/vitest')).toBe(true);
  });
});

describe('G16: the packages of production', () => {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });

  it('are each at one exact version', () => {
    for (const version of Object.values(manifest.dependencies))
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(manifest.optionalDependencies).toEqual({});
    // Two copies of graphql-js refuse each other's objects, so a program shares its own with the
    // package.
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
    expect(named.toSorted()).toEqual(names.toSorted());
    for (const row of rows) expect(row.split('|')[2]?.trim().length).toBeGreaterThan(5);
  });

  it('bring few others along, and none of them runs a script', () => {
    const reached = new Set<string>();
    const follow = (place: string, needed: readonly string[]): void => {
      for (const name of needed) {
        const found = placeOf(lock, place, name);
        if (found === undefined || reached.has(found)) continue;
        reached.add(found);
        follow(found, Object.keys(lock.get(found)?.dependencies ?? {}));
      }
    };
    follow('', names);
    expect(reached.size).toBeLessThanOrEqual(62);
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

it('package.json names every package that a file of the project imports, so that none is there by chance', () => {
  const { name, dependencies, devDependencies, peerDependencies } = manifest;
  const named = { [name]: 'itself', ...dependencies, ...devDependencies, ...peerDependencies };
  const files = ['src', 'test'].flatMap((folder) => {
    const within = readdirSync(new URL(folder, project), { recursive: true, encoding: 'utf8' });
    return within.map((file) => `${folder}/${file}`);
  });
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('/generated/'));
  expect(sources.length).toBeGreaterThan(300);
  const strays = ['codegen.ts', ...sources].flatMap((file) =>
    importedBy(file)
      .filter((each) => !(each in named))
      .map((each) => `${file} imports ${each}`),
  );
  expect(strays).toEqual([]);
});
