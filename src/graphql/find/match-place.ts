import type { Place } from '../../paging/place.js';

/**
 * The place of a match, as its cursor holds it. To a walk over matches, the records before the first match of a page and
 * those behind its last one count as hidden: then the walk continues at the next page, and does not read this one again.
 * The records between matches do not, so that a match that has gone hides no other one.
 *
 * @param items all records of its page
 */
export function placeAmongMatches<T>(
  place: Place,
  items: readonly T[],
  isMatch: (item: T) => boolean,
): Place {
  const { index, count } = place;
  const hasBefore = items.slice(0, index).some(isMatch);
  const hasBehind = items.slice(index + 1).some(isMatch);
  if (hasBefore) return hasBehind ? place : { ...place, count: index + 1 };
  return { ...place, index: 0, count: hasBehind ? count - index : 1 };
}
