import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { commandModules } from '../commands/command.js';
import { type Pack, pack, root } from '../package/pack.js';
import type { ExampleManifest } from './example.js';

const execute = promisify(execFile);

/** An example that can run. */
export interface RunnableExample {
  /** Runs a script of its package.json; returns what it printed. */
  readonly run: (script: string, ...args: readonly string[]) => Promise<string>;
  /** Runs `src/main.ts` to its end; returns what it printed. */
  readonly runMain: (...args: readonly string[]) => Promise<string>;
  /** Starts `src/main.ts` as a server. */
  readonly start: (args: readonly string[], env: Readonly<Record<string, string>>) => ChildProcess;
}

/** Unpacks the package in an empty folder. */
export interface UnpackedPackage {
  /** Installs an example of the package without a registry: the packages that it declares are links to this project's. */
  readonly install: (name: string) => RunnableExample;
  readonly remove: () => void;
}

export function unpack(): UnpackedPackage {
  const packed: Pack = pack();
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  execFileSync('tar', ['-xzf', packed.path, '-C', folder]);
  packed.remove();
  const unpacked = join(folder, 'package');
  return {
    install: (name) => install(unpacked, join(unpacked, 'examples', name), join(folder, name)),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function install(unpacked: string, source: string, folder: string): RunnableExample {
  cpSync(source, folder, { recursive: true });
  const own = readManifest(folder);
  // As npm hoists them: the example's packages, and those that the package brings.
  const names = new Set(
    Object.keys({ ...own.dependencies, ...own.devDependencies, ...readManifest(unpacked).dependencies }),
  );
  names.delete('partner-graphql');
  for (const name of names) link(placeOf(name), join(folder, 'node_modules', name));
  link(join(root, 'node_modules/.bin'), join(folder, 'node_modules/.bin'));
  cpSync(unpacked, join(folder, 'node_modules/partner-graphql'), { recursive: true });
  return runnable(folder);
}

/** The example in this clone, with its linked package and its generated code. */
export const inPlace = (name: string): RunnableExample => runnable(join(root, 'examples', name));

function runnable(cwd: string): RunnableExample {
  const optionsOf = (env: Readonly<Record<string, string>> = {}) => ({
    cwd,
    env: {
      PATH: `${join(commandModules, '.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      HOME: process.env['HOME'],
      ...env,
    },
  });
  const main = ['--import', 'tsx', 'src/main.ts'];
  return {
    run: async (script, ...args) =>
      (await execute('npm', ['run', '--silent', script, '--', ...args], optionsOf())).stdout,
    runMain: async (...args) => (await execute(process.execPath, [...main, ...args], optionsOf())).stdout,
    start: (args, env) =>
      spawn(process.execPath, [...main, ...args], {
        ...optionsOf(env),
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
  };
}

/** A package of this project, or one of the commands of its tests. */
const placeOf = (name: string): string =>
  [join(root, 'node_modules', name), join(commandModules, name)].find((path) => existsSync(path)) ?? name;

const readManifest = (folder: string): ExampleManifest =>
  // npm's own shape.
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as ExampleManifest;

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'dir');
}
