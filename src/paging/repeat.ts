import { isExplained } from './anchor.js';
import type { Place, Placed } from './place.js';
import type { Source } from './source.js';

/**
 * What has been read and is not shown yet, in reading order. Where the collection changes between two requests, items
 * come again on the next page; the place where each was read first counts. An item that could not be read has no id,
 * and is kept.
 *
 * @param found what the window shows already
 * @param hasChanged whether pages of the window have told different totals
 */
export function withoutRepeats<T>(
  source: Source<T>,
  found: readonly Placed<T>[],
  fresh: readonly Placed<T>[],
  hasChanged: boolean,
): readonly Placed<T>[] {
  if (source.areIdsUnique) return withoutKnownIds(source, found, fresh);
  return hasChanged ? withoutShifted(found, fresh) : fresh;
}

function withoutKnownIds<T>(
  { idOf }: Source<T>,
  found: readonly Placed<T>[],
  fresh: readonly Placed<T>[],
): readonly Placed<T>[] {
  const ids = new Set<string>();
  const isNew = ({ item }: Placed<T>): boolean => {
    const id = idOf(item);
    const { size } = ids;
    return id === null || ids.add(id).size > size;
  };
  for (const placed of found) isNew(placed);
  const repeated = fresh.findIndex((placed) => !isNew(placed));
  // Nearly every page is of this kind.
  if (repeated === -1) return fresh;
  return [...fresh.slice(0, repeated), ...fresh.slice(repeated + 1).filter(isNew)];
}

/**
 * Where several items may have one id, only one that the change of the total has moved to another page is surely the
 * same. What stands on one page twice is there twice.
 */
function withoutShifted<T>(found: readonly Placed<T>[], fresh: readonly Placed<T>[]): readonly Placed<T>[] {
  const placesOf = new Map<string, Place[]>();
  const isFresh = ({ place }: Placed<T>): boolean => {
    if (place.id === null) return true;
    const earlier = placesOf.get(place.id) ?? [];
    placesOf.set(place.id, [...earlier, place]);
    return !earlier.some((before) => isMoved(before, place));
  };
  for (const placed of found) isFresh(placed);
  return fresh.filter(isFresh);
}

const isMoved = (before: Place, now: Place): boolean =>
  before.total !== now.total && isExplained(before, now, now.total - before.total);
