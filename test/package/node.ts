import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/**
 * A Node.js that is not the project's business: it is installed outside of it, and shadows nobody's
 * own.
 */
export interface NodeRuntime {
  readonly name: string;
  readonly path: string;
}

/** The Node.js that runs this. */
export const ownNode: NodeRuntime = { name: `Node.js ${process.version}`, path: process.execPath };

/**
 * Installs the newest Node.js of a line, by the npm package `node`, in a cache of this user's.
 *
 * @returns why not, where it cannot be had or does not start on this machine
 */
export function installNode(line: number): NodeRuntime | string {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'partner-graphql', `node-${line}`);
  const path = join(folder, 'node_modules/node/bin/node');
  if (!existsSync(path)) {
    const fault = install(line, folder);
    if (fault !== undefined) return `Node.js ${line} cannot be installed: ${fault}`;
  }
  try {
    const version = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim();
    return { name: `Node.js ${version}`, path };
  } catch (error) {
    return `Node.js ${line} does not start: ${lastLine(error)}`;
  }
}

/** The environment in which `node`, `npm` and `npx` are of this runtime. */
export const environmentOf = ({ path }: NodeRuntime): NodeJS.ProcessEnv => ({
  PATH: `${dirname(path)}${delimiter}${process.env['PATH'] ?? ''}`,
  HOME: process.env['HOME'],
});

function install(line: number, folder: string): string | undefined {
  mkdirSync(folder, { recursive: true });
  // Its script fetches the package that has the binary of this kind of machine.
  const manifest = { private: true, allowScripts: { node: true } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  try {
    execFileSync(
      'npm',
      ['install', `node@${line}`, '--no-audit', '--no-fund', '--loglevel=error'],
      {
        cwd: folder,
        stdio: 'pipe',
      },
    );
    return undefined;
  } catch (error) {
    return lastLine(error);
  }
}

const lastLine = (error: unknown): string => {
  const { stderr = '' } = error as { readonly stderr?: unknown };
  return String(stderr).trim().split('\n').at(-1) ?? '';
};
