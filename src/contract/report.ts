import type { Difference, Impact } from './describe-difference.js';

/**
 * The differences as text, the breaking ones first, and a last line that counts them.
 *
 * @param from the address or file of the document
 */
export function formatReport(differences: readonly Difference[], from: string): string {
  const linesOf = (impact: Impact) =>
    differences.filter((each) => each.impact === impact).map(formatDifference);
  const [breaking, additive] = [linesOf('breaking'), linesOf('additive')];
  const summary =
    differences.length === 0 ? 'no differences' : `${breaking.length} breaking, ${additive.length} additive`;
  return [...breaking, ...additive, `${from}: ${summary}.`, ''].join('\n');
}

function formatDifference({ impact, name, where, address, detail }: Difference): string {
  const what = detail === undefined ? name : `${name}: ${printable(detail)}`;
  return `${impact.padEnd(8)}  ${printable(where)}  ${what}\n          at ${printable(address)}`;
}

/** Names and values come from the document: without control characters and cut, a terminal can show them. */
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, ' ').slice(0, 300);
