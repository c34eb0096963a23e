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
  const isAlone = found.length === 0 && pages.length === 1;
  if (source.areIdsUnique ? isAlone && pages[0]?.mayRepeat === false : !hasChanged) return fresh;
  const isNew = source.areIdsUnique ? newIds(source) : unmoved();
  for (const placed of found) isNew(placed);
  return fresh.filter(isNew);
}

/** Whether no item before has had its id. */
function newIds<T>({ idOf }: Source<T>): (placed: Placed<T>) => boolean {
  const ids = new Set<string>();
  return ({ item }) => {
    const id = idOf(item);
    return id === null || ids.size < ids.add(id).size;
  };
}

/**
 * If several items may have the same id, only an item that the change of the total can have moved to another page is
 * certainly the same. An id that occurs twice on one page belongs to two items.
 */
function unmoved(): (placed: Placed<unknown>) => boolean {
  const placesOf = new Map<string, Place[]>();
  return ({ place }) => {
    if (place.id === null) return true;
    const earlier = placesOf.get(place.id) ?? [];
    placesOf.set(place.id, [...earlier, place]);
    return !earlier.some((before) => isMoved(before, place));
  };
}

const isMoved = (before: Place, now: Place): boolean =>
  before.total !== now.total && isExplained(before, now, now.total - before.total);
