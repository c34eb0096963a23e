import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { openFolder } from './open.js';

/** A built dashboard of two files, each with its compressed form. */
export function makeAssets(): URL {
  const folder = openFolder();
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of [
    ['index.html', '<!doctype html>'],
    ['assets/index-1.js', 'void 0'],
  ] as const) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  return pathToFileURL(`${folder}/`);
}
