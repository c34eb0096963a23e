import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { plotRefusals } from './plot.js';
import { printStudy, runVariant } from './report.js';
import { studies } from './study.js';

/**
 * `npm run simulate:fleet`: prints the tables of `docs/scale.md`, and with `--plot PATH` writes its
 * picture.
 */
const { values } = parseArgs({ options: { plot: { type: 'string' } } });

for (const [index, study] of studies.entries()) {
  const rows = study.variants.map((variant) => runVariant(variant));
  console.log(printStudy(study, rows));
  if (index === 0 && values.plot !== undefined) writeFileSync(values.plot, plotRefusals(rows));
}
