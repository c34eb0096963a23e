import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../docs/markdown.js';
import { findLicenseFaults, readAudit, runAudit, writeBill } from './bill.js';
import { readCurrent } from './interface.js';
import { findVersionFaults } from './released.js';

/**
 * `npm run release:check`: which version the changes since the last release ask for, whether all
 * files agree on it, and whether dependencies may be installed. Writes the bill of materials.
 */
const { faults, asked } = await findVersionFaults(root, readCurrent());
const bill = writeBill();
const { version } = bill.metadata.component;
const file = `partner-graphql-${version}.cdx.json`;
writeFileSync(join(root, file), `${JSON.stringify(bill, null, 2)}\n`);
const { faults: vulnerable, note } = readAudit(runAudit());
const all = [...faults, ...findLicenseFaults(bill.components), ...vulnerable];

const listed = `${file} lists the ${bill.components.length} packages that users install.`;
const notes = [asked, listed, note].filter((each) => each !== undefined);
process.stdout.write(`${[...notes, ...all.map((fault) => `FAULT: ${fault}`)].join('\n')}\n`);
process.stdout.write(
  `release:check: ${version}, ${all.length === 0 ? 'fit to release' : `${all.length} faults`}\n`,
);
process.exitCode = all.length === 0 ? 0 : 1;
