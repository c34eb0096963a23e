import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = new URL('../..', import.meta.url).pathname;
const cache = join(root, 'node_modules/.cache/dashboard');

/**
 * The directory of the built page. It is built once for its sources: later test files and later
 * runs read what the first has built.
 */
export async function buildAssets(): Promise<URL> {
  const directory = join(cache, digestOf(['src/dashboard', 'src/client', 'package-lock.json']));
  if (!existsSync(directory)) await buildInto(directory);
  return pathToFileURL(`${directory}/`);
}

/** Builds beside it and renames, so that no other process finds half of the files. */
async function buildInto(directory: string): Promise<void> {
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  const outDir = mkdtempSync(join(cache, 'new-'));
  // In the test runner's environment, Vite would build React for development.
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  await build({
    root: join(root, 'src/dashboard'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
  process.env['NODE_ENV'] = before;
  renameSync(outDir, directory);
}

/** A hash of the names and the content of files and folders. */
function digestOf(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths)
    for (const file of filesOf(path))
      hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

function filesOf(path: string): readonly string[] {
  if (path.endsWith('.json')) return [path];
  const entries = readdirSync(join(root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort();
}
