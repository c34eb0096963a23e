import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const files = ['package.json', 'package-lock.json', '.npmrc'];
const source = fileURLToPath(new URL('.', import.meta.url));

const cache = fileURLToPath(new URL('../../node_modules/.cache', import.meta.url));

/**
 * `npm ci` of the project empties it. The commands find their peers in the `node_modules` around
 * it.
 */
const folder = join(cache, 'commands');

/** What is installed there. */
export const commandModules = join(folder, 'node_modules');

/**
 * The file of a command that tests start in a process of its own. They are a third of all packages,
 * and neither the build nor the start needs them, so they are no packages of the project.
 *
 * @param name one of `package.json` beside this file; the first use installs them all
 * @throws Error if they cannot be installed
 */
export function commandPath(name: 'attw' | 'prism' | 'relay-compiler' | 'stryker'): string {
  ensureInstalled();
  return join(commandModules, '.bin', name);
}

function ensureInstalled(): void {
  if (isInstalled()) return;
  mkdirSync(cache, { recursive: true });
  // Several processes may install at once: each has a folder of its own until it is complete.
  const own = mkdtempSync(`${folder}-`);
  try {
    for (const file of files) copyFileSync(join(source, file), join(own, file));
    execFileSync('npm', ['ci', '--no-audit', '--prefer-offline', '--loglevel=error'], {
      cwd: own,
      stdio: 'pipe',
    });
    rmSync(folder, { recursive: true, force: true });
    renameSync(own, folder);
  } catch (cause) {
    rmSync(own, { recursive: true, force: true });
    if (!isInstalled()) throw new Error(`"npm ci" fails for the commands of ${source}.`, { cause });
  }
}

function isInstalled(): boolean {
  const installed = join(folder, 'package-lock.json');
  return (
    existsSync(installed) &&
    readFileSync(installed, 'utf8') === readFileSync(join(source, 'package-lock.json'), 'utf8')
  );
}
