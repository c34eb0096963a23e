import type { Difference } from './describe-difference.js';

/**
 * The differences as text, the breaking ones first, and a last line that counts them.
 *
 * @param from where the document was read
 */
export function tell(differences: readonly Difference[], from: string): string {
  const breaking = differences.filter(({ impact }) => impact === 'breaking');
  const additive = differences.filter(({ impact }) => impact === 'additive');
  const summary =
    differences.length === 0
      ? 'no difference from what the façade relies on'
      : `${breaking.length} breaking, ${additive.length} additive`;
  return [...breaking, ...additive].map(line).concat(`${from}: ${summary}.`, '').join('\n');
}

function line({ impact, name, where, address, detail }: Difference): string {
  const what = detail === undefined ? name : `${name}: ${printable(detail)}`;
  return `${impact.padEnd(8)}  ${printable(where)}  ${what}\n          at ${printable(address)}`;
}

/** Names and values are the document's text: no control characters, and no text without end. */
const printable = (text: string): string =>
  // eslint-disable-next-line no-control-regex -- they are what is taken out
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g, ' ').slice(0, 300);
