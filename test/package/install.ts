import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOf, type NodeRuntime } from './node.js';
import { pack } from './pack.js';

/** A project that has the package and the named others, and nothing else. */
export interface Project {
  readonly folder: string;
  /** Runs a command in it, by its own Node.js; gives what it has written. */
  readonly run: (command: string, ...args: readonly string[]) => string;
  /** The same while this process serves; rejects with what was written where it fails. */
  readonly runAside: (command: string, ...args: readonly string[]) => Promise<string>;
  readonly remove: () => void;
}

/** For a package that cannot be installed: it runs no command. */
export const noProject: Project = {
  folder: '',
  run: () => '',
  runAside: () => Promise.resolve(''),
  remove: () => undefined,
};

/** What npm says where it cannot reach the registry, or would not. */
const wantOfNetwork =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|ERR_SOCKET_TIMEOUT|FETCH_ERROR/;

/**
 * Packs the package and installs it in an empty folder, as strictly as npm can: every package must
 * fit this Node.js, and nothing is overridden.
 *
 * @param others packages beside it, as on npm's command line
 * @returns why not, where the registry cannot be reached
 * @throws Error for any other reason that it cannot be installed
 */
export function installInEmptyFolder(
  runtime: NodeRuntime,
  others: readonly string[],
): Project | string {
  const packed = pack();
  try {
    return installPackages(runtime, ['--engine-strict', packed.path, ...others]);
  } finally {
    packed.remove();
  }
}

/**
 * Installs packages in an empty folder, for tests of programs that are no dependency of the
 * project.
 *
 * @param packages packages and options, as on npm's command line
 * @returns why not, where the registry cannot be reached
 * @throws Error for any other reason that they cannot be installed
 */
export function installPackages(
  runtime: NodeRuntime,
  packages: readonly string[],
): Project | string {
  const folder = mkdtempSync(join(tmpdir(), 'project-'));
  const project = projectIn(folder, runtime);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const flags = [
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--fetch-retries=1',
    '--fetch-timeout=30000',
  ];
  try {
    project.run('npm', 'install', ...packages, ...flags);
    return project;
  } catch (error) {
    project.remove();
    const [reason] = wantOfNetwork.exec(String(error)) ?? [];
    if (reason === undefined) throw error;
    return `the registry cannot be reached: ${reason}`;
  }
}

function projectIn(folder: string, runtime: NodeRuntime): Project {
  const options = { cwd: folder, env: environmentOf(runtime), encoding: 'utf8' } as const;
  return {
    folder,
    run: (command, ...args) => execFileSync(command, [...args], { ...options, stdio: 'pipe' }),
    runAside: (command, ...args) =>
      new Promise((resolve, reject) => {
        execFile(command, [...args], options, (error, output, errors) => {
          if (error === null) resolve(output);
          else reject(new Error(`${output}${errors}`, { cause: error }));
        });
      }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
