import type { Place } from '../../paging/place.js';

/** The places of the first and the last match on a page. */
export interface MatchEnds {
  readonly first: number;
  readonly last: number;
}

/** @param matching the items of a page that match, in their order */
export function endsOf<T>(items: readonly T[], matching: readonly T[]): MatchEnds {
  const [first] = matching;
  const last = matching.at(-1);
  // Without a match there is none before or behind any place.
  if (first === undefined || last === undefined) return { first: Infinity, last: -1 };
  return { first: items.indexOf(first), last: items.lastIndexOf(last) };
}

/**
 * The place of a match, as its cursor holds it. To a walk over matches, the records before the first match of a page and
 * those behind its last one count as hidden: then the walk continues at the next page, and does not read this one again.
 * The records between matches do not, so that a match that has gone hides no other one.
 *
 * @param ends of its page; undefined for a page without records
 */
export function placeAmongMatches(place: Place, ends: MatchEnds | undefined): Place {
  const { index, count } = place;
  const hasBefore = ends !== undefined && ends.first < index;
  const hasBehind = ends !== undefined && ends.last > index;
  if (hasBefore) return hasBehind ? place : { ...place, count: index + 1 };
  return { ...place, index: 0, count: hasBehind ? count - index : 1 };
}
