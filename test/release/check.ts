import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLicenseFaults, readAudit, runAudit, writeBill } from './bill.js';
import { readCurrent, findTableFaults } from './current.js';
import { findVersionFaults } from './released.js';

/**
 * `npm run release:check`: whether version, changelog, schema, settings, exports and dependencies agree, and which version the
 * changes since the last release ask for. Writes the bill of materials.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));

const current = readCurrent(root);
const { faults, asked } = await findVersionFaults(root, current);
const bill = writeBill(root);
const { version } = bill.metadata.component;
const file = `partner-graphql-${version}.cdx.json`;
writeFileSync(join(root, file), `${JSON.stringify(bill, null, 2)}\n`);
const audited = readAudit(runAudit(root));
const all = [
  ...faults,
  ...findTableFaults(root, current),
  ...findLicenseFaults(bill.components),
  ...audited.faults,
];

const notes = [
  asked,
  `${file} lists the ${bill.components.length} packages that users install.`,
  ...(audited.note === undefined ? [] : [audited.note]),
];
process.stdout.write(`${[...notes, ...all.map((fault) => `FAULT: ${fault}`)].join('\n')}\n`);
process.stdout.write(
  `release:check: ${version}, ${all.length === 0 ? 'fit to release' : `${all.length} faults`}\n`,
);
process.exitCode = all.length === 0 ? 0 : 1;
