import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { versionOfPackage } from '../../src/version.js';
import { readCurrent } from './current.js';

/** `npm run release:keep` writes down what this version promises, for the next one to be compared with. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = new URL(`kept/${versionOfPackage()}/`, import.meta.url);
const { schema, settings, exports } = readCurrent(root);

mkdirSync(folder, { recursive: true });
writeFileSync(new URL('schema.graphql', folder), schema);
writeFileSync(new URL('interface.json', folder), `${JSON.stringify({ settings, exports }, null, 2)}\n`);
