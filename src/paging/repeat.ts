import { isExplained, type Place, type Placed } from './place.js';
import type { Source, SourcePage } from './source.js';

/**
 * The items that the window does not have yet, in reading order. If the collection changes between two requests, items
 * occur again on the next page; the place where each was read first counts. An unreadable item has no id and is kept.
 *
 * @param found items that the window already has
 * @param pages those that the fresh items are on
 * @param hasChanged whether pages of the window had different totals
 */
export function withoutRepeats<T>(
  source: Source<T>,
  found: readonly Placed<T>[],
  fresh: readonly Placed<T>[],
  pages: readonly SourcePage<T>[],
  hasChanged: boolean,
): readonly Placed<T>[] {
  if (source.areIdsUnique) {
    const isAlone = found.length === 0 && pages.length === 1;
    return isAlone && pages[0]?.mayRepeat === false ? fresh : withoutKnownIds(source, found, fresh);
  }
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
  // Almost every page has no repeats.
  if (repeated === -1) return fresh;
  return [...fresh.slice(0, repeated), ...fresh.slice(repeated + 1).filter(isNew)];
}

/**
 * If several items may have the same id, only an item that the change of the total can have moved to another page is
 * certainly the same. An id that occurs twice on one page belongs to two items.
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
