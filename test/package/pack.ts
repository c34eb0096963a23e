import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../rig/command.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The package as npm would publish it, in a folder of its own. */
export interface Pack {
  /** Path of the tarball. */
  readonly path: string;
  /** What is in it, in paths from the package's root. */
  readonly files: readonly string[];
  readonly unpackedBytes: number;
  readonly remove: () => void;
}

/** Builds what has changed, and packs it. */
export function pack(): Pack {
  ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const written = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const [told] = JSON.parse(written) as readonly Told[];
  if (told === undefined) throw new Error(`npm pack has told nothing: ${written}`);
  return {
    path: join(folder, told.filename),
    files: told.files.map(({ path }) => path),
    unpackedBytes: told.unpackedSize,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** As much of `npm pack --json` as is looked at. */
interface Told {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
