import { measure, type Measured } from './measure.js';
import { operations } from './operation.js';

/**
 * Counts REST requests: `npm run bench:requests`. Prints a Markdown table of what each operation costs with the obvious
 * resolvers, with a DataLoader for each path, with this façade, and at the least.
 */
const cells = ({ title, without, perKey, cold, warm, least, because }: Measured): string[] => [
  title,
  String(without),
  String(perKey),
  cold === warm ? String(cold) : `${cold}, then ${warm}`,
  `${least} (${because})`,
];

const row = (texts: readonly string[]): string => `| ${texts.join(' | ')} |`;

console.log(row(['operation', 'no loader', 'DataLoader per key', 'this façade', 'least possible']));
console.log(row(['---', '---:', '---:', '---:', '---']));
for (const operation of operations) console.log(row(cells(await measure(operation))));
console.log(`
Each figure is the number of requests that the simulator has seen; "then" is the same operation again, when the
lengths of the lists are known. "batch" is min(k, pages of the list + ids that are gone), k being the distinct ids.`);
