import { measure, type Measured } from './measure.js';
import { operations } from './operation.js';

/**
 * `npm run bench:requests`: prints a Markdown table of the REST requests of each operation, with
 * plain resolvers, with a DataLoader for each path, with this façade, and at the minimum.
 */
const cells = ({ title, without, perKey, cold, warm, minimum, because }: Measured): string[] => [
  title,
  String(without),
  String(perKey),
  cold === warm ? String(cold) : `${cold}, then ${warm}`,
  `${minimum} (${because})`,
];

const row = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;

console.log(row(['operation', 'no loader', 'DataLoader per key', 'this façade', 'minimum']));
console.log(row(['---', '---:', '---:', '---:', '---']));
for (const operation of operations) console.log(row(cells(await measure(operation))));
console.log(`
Each figure is the number of requests that the simulator received; "then" is a second run, when the lengths of the
lists are known. "batch" is min(k, pages of the list + missing ids), with k distinct ids.`);
