import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../docs/markdown.js';

/** Packs the package as npm would publish it, in a folder of its own. */
export function pack() {
  const folder = mkdtempSync(join(tmpdir(), 'pack-'));
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const written = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  // The part of the report that is read.
  const [packed] = JSON.parse(written) as readonly {
    readonly filename: string;
    readonly unpackedSize: number;
    readonly files: readonly { readonly path: string }[];
  }[];
  if (packed === undefined) throw new Error(`npm pack printed no package: ${written}`);
  return {
    /** Of the tarball. */
    path: join(folder, packed.filename),
    /** What is in it, in paths from the package's root. */
    files: packed.files.map(({ path }) => path),
    unpackedBytes: packed.unpackedSize,
    remove: () => rmSync(folder, { recursive: true }),
  };
}

export type Pack = ReturnType<typeof pack>;
