import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commandModules } from '../commands/command.js';
import { type Pack, pack, root } from '../package/pack.js';
import { type Example, examples } from './example.js';

/** The examples inside the package, as they are in a clone that is built. */
export interface UnpackedPackage {
  /** @returns the folder of an example, where nothing is installed */
  readonly folderOf: (name: string) => string;
  /** Does what `npm install` does in the folder, without a registry: links to the packages of this project. */
  readonly link: (name: string) => void;
  readonly remove: () => void;
}

export function unpack(): UnpackedPackage {
  const packed: Pack = pack();
  const folder = mkdtempSync(join(tmpdir(), 'examples-'));
  execFileSync('tar', ['-xzf', packed.path, '-C', folder]);
  packed.remove();
  const folderOf = (name: string): string => join(folder, 'package/examples', name);
  return {
    folderOf,
    link: (name) =>
      linkAll(
        folderOf(name),
        examples.find((each) => each.name === name),
      ),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function linkAll(folder: string, example: Example | undefined): void {
  const clone = join(folder, '../..');
  link(join(root, 'node_modules'), join(clone, 'node_modules'));
  const { dependencies = {}, devDependencies = {} } = example?.manifest ?? {};
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    link(
      version.startsWith('file:') ? join(folder, version.slice('file:'.length)) : placeOf(name),
      join(folder, 'node_modules', name),
    );
}

/** A package of this project, or one of the commands of its tests. */
const placeOf = (name: string): string =>
  [join(root, 'node_modules', name), join(commandModules, name)].find((path) => existsSync(path)) ?? name;

function link(target: string, path: string): void {
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
}
