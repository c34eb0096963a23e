/**
 * One way in which the document of the Partner API differs from what the façade relies on. `breaking`: something that
 * the façade, or whoever reads it, has until now is refused, gone or unsure. `additive`: all of it is still there.
 */
export interface Difference {
  readonly impact: 'breaking' | 'additive';
  /** What happened, in two or three fixed words, for example `field removed`. */
  readonly name: string;
  /** The place as the contract names it, for example `partnerV1_screens data[].status`. */
  readonly where: string;
  /** The place in the document, as a JSON pointer, for example `#/components/schemas/Screen/properties/status`. */
  readonly address: string;
  /** What was relied on and what is told now; absent where the name says it all. */
  readonly detail?: string;
}

/** Takes in a difference. */
export type Report = (difference: Difference) => void;

/** A document that cannot be compared; the message is one line for a person. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** Names in a text, sorted: `a, b`; `nothing` for none. */
export const told = (names: Iterable<string>): string => [...names].sort().join(', ') || 'nothing';
