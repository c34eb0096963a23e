import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { read, root } from './markdown.js';

/** The pages right in a folder. */
const pagesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`);

// Not a recursive search: an installed example has packages below it.
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `examples/${name}`);

/** Every document that a user reads, by its path from the root. */
export const pages = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  ...['docs', 'deploy', 'examples', ...examples].flatMap(pagesIn),
].map((path) => ({ path, text: read(path) }));
