import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Mechanism } from './mechanism.js';

/**
 * A copy of the built façade without a mechanism. It is below the project's folder, where it finds
 * its packages.
 *
 * @param root the project's folder
 * @returns the folder of the copy's `main.js`
 * @throws Error where a text that is to be replaced is not there exactly once
 */
export function buildWithout({ name, replacements = [] }: Mechanism, root = process.cwd()): string {
  const folder = join(root, 'node_modules/.cache/bench-mechanisms', name);
  const build = join(folder, 'dist');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // A copied link would lead to the build itself, which must stay as it is.
  cpSync(realpathSync(join(root, 'dist')), build, { recursive: true });
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  for (const { file, from, to } of replacements) {
    const path = join(build, file);
    writeFileSync(path, replaceOnce(readFileSync(path, 'utf8'), from, to, `${name}: dist/${file}`));
  }
  return build;
}

export function replaceOnce(text: string, from: string, to: string, where: string): string {
  const [before, after, ...more] = text.split(from);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${where} does not hold this once, so bench/mechanism must follow: ${from}`);
  return before + to + after;
}
