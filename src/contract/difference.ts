export interface Location {
  /** In the contract's words, for example `partnerV1_screens data[].status`. */
  readonly where: string;
  /** In the document, as a JSON pointer, for example `#/components/schemas/Screen/properties/status`. */
  readonly address: string;
}

/**
 * The grades, the gravest first:
 *
 * - `breaking`: requests of the façade are refused, or it rejects records, so that fields become null with an error
 * - `degraded`: every promise of the schema holds, but a value that clients may use no longer comes
 * - `additive`: nothing changes until the façade uses what is new
 */
const impacts = ['breaking', 'degraded', 'additive'] as const;

type Impact = (typeof impacts)[number];

/** One difference between the document of the Partner API and what the façade relies on. */
export interface Difference extends Location {
  readonly impact: Impact;
  /** What happened, in two or three fixed words, for example `field removed`. */
  readonly name: string;
  /** The expected and the documented value; absent where the name is enough. */
  readonly detail?: string;
}

export type Report = (impact: Impact, name: string, at: Location, detail?: string) => void;

/** Names in a text, sorted: `a, b`; `none` without any. */
export const formatNames = (names: Iterable<string>): string => [...names].sort().join(', ') || 'none';

interface Range {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

export const formatRange = ({ minimum, maximum }: Range): string => `${minimum ?? '-∞'} to ${maximum ?? '∞'}`;

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
