/** Where a difference is. */
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
export const impacts = ['breaking', 'degraded', 'additive'] as const;

export type Impact = (typeof impacts)[number];

/** One difference between the document of the Partner API and what the façade relies on. */
export interface Difference extends Location {
  readonly impact: Impact;
  /** What happened, in two or three fixed words, for example `field removed`. */
  readonly name: string;
  /** The expected and the documented value; absent where the name is enough. */
  readonly detail?: string;
}

/** Collects a difference. */
export type Report = (impact: Impact, name: string, at: Location, detail?: string) => void;

/** A document that cannot be compared; the message is one line for a person. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** Names in a text, sorted: `a, b`; `none` without any. */
export const formatNames = (names: Iterable<string>): string => [...names].sort().join(', ') || 'none';

interface Range {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
}

export const formatRange = ({ minimum, maximum }: Range): string => `${minimum ?? '-∞'} to ${maximum ?? '∞'}`;
