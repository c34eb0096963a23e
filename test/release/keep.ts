import { mkdirSync, writeFileSync } from 'node:fs';
import { versionOfPackage } from '../../src/version.js';
import { readCurrent } from './interface.js';

/**
 * `npm run release:keep` writes down what this version promises, for the next one to be compared
 * with.
 */
const folder = new URL(`kept/${versionOfPackage()}/`, import.meta.url);
const { schema, settings, exports } = readCurrent();

mkdirSync(folder, { recursive: true });
writeFileSync(new URL('schema.graphql', folder), schema);
writeFileSync(
  new URL('interface.json', folder),
  `${JSON.stringify({ settings, exports }, null, 2)}\n`,
);
