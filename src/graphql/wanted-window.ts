import type { Direction } from '../paging/place.js';

/** Items of a connection without `first` and `last` (contract, "Limits": the REST default). */
export const defaultSize = 20;

/** Null is as good as absent. */
type Optional<T> = T | null | undefined;

/** The arguments of a connection that say which of its items are wanted. */
export interface WindowArguments {
  readonly first?: Optional<number>;
  readonly last?: Optional<number>;
  // Whatever a client sends: an estimate has values that nothing has checked yet.
  readonly before?: unknown;
  readonly page?: unknown;
}

/** What the arguments of a connection ask for, if they are usable. */
export interface WantedWindow {
  readonly size: number | 'all';
  readonly direction: Direction;
  /** Whether it is a page by its number. */
  readonly isNumbered: boolean;
}

/**
 * What the arguments of a connection ask for, to estimates and to what reads it alike.
 *
 * @param isExported whether all items are wanted where no argument says how many
 */
export function wantedWindow(
  { first, last, before, page }: WindowArguments,
  isExported: boolean,
): WantedWindow {
  const isNumbered = page != null;
  const isBackward = first == null && (last != null || before != null);
  const sizeWithoutArgument = isExported && !isNumbered ? 'all' : defaultSize;
  return {
    size: first ?? last ?? sizeWithoutArgument,
    direction: isBackward ? 'backward' : 'forward',
    isNumbered,
  };
}

/** What a connection shows of the records that it finds. */
interface Findings {
  readonly isOrdered: boolean;
  readonly wantsTotal: boolean;
}

/**
 * Whether a connection that filters or orders a list needs all matches, so that the list is read
 * whole; else the reading ends with enough of them.
 */
export const needsAllMatches = (
  { size, isNumbered }: WantedWindow,
  { isOrdered, wantsTotal }: Findings,
): boolean => size === 'all' || isNumbered || isOrdered || wantsTotal;
