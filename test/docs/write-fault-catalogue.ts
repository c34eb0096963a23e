import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatted } from '../tools/format.js';
import { withFiles } from './fault-catalogue.js';
import { read, root } from './markdown.js';
import { filesByRow } from './test-name.js';

/** `npx tsx test/docs/write-fault-catalogue.ts`: lists for each row the tests that name its id. */
const path = 'docs/fault-catalogue.md';
const text = withFiles(read(path), filesByRow());
writeFileSync(join(root, path), await formatted(path, text));
