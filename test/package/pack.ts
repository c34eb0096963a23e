import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const written = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  const [packed] = JSON.parse(written) as readonly PackReport[];
  if (packed === undefined) throw new Error(`npm pack printed no package: ${written}`);
  return {
    path: join(folder, packed.filename),
    files: packed.files.map(({ path }) => path),
    unpackedBytes: packed.unpackedSize,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** The part of `npm pack --json` that is read. */
interface PackReport {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}
