import { type Difference, impacts } from './describe-difference.js';

/**
 * The differences as text, the gravest first, and a last line that counts them.
 *
 * @param from the address or file of the document
 */
export function formatReport(differences: readonly Difference[], from: string): string {
  const graded = impacts.map((impact) => differences.filter((each) => each.impact === impact));
  const counts = impacts.map((impact, grade) => `${graded[grade]?.length ?? 0} ${impact}`);
  const summary = differences.length === 0 ? 'no differences' : counts.join(', ');
  return [...graded.flat().map(formatDifference), `${from}: ${summary}.`, ''].join('\n');
}

function formatDifference({ impact, name, where, address, detail }: Difference): string {
  const what = detail === undefined ? name : `${name}: ${printable(detail)}`;
  return `${impact.padEnd(8)}  ${printable(where)}  ${what}\n          at ${printable(address)}`;
}

/** Names and values come from the document: without control characters and cut, a terminal can show them. */
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ').slice(0, 300);
