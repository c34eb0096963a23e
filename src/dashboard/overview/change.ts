import { allCollections, type Collection } from '../data/collection.js';

/** A record that was changed lately. */
export interface Change {
  readonly collection: Collection;
  readonly id: string;
  readonly name: string;
  readonly updatedAt: string;
}

type ChangedRecord = Omit<Change, 'collection'>;

/** The lists of each collection, null entries for records that could not be read. */
export type ChangedLists = Readonly<
  Partial<Record<Collection, readonly (ChangedRecord | null)[] | undefined>>
>;

/**
 * The last changes of all collections, the newest first.
 *
 * @param maximum number of changes
 */
export function mergeChanges(lists: ChangedLists, maximum: number): readonly Change[] {
  const all = allCollections.flatMap((collection) =>
    (lists[collection] ?? []).flatMap((record) => (record === null ? [] : [{ ...record, collection }])),
  );
  return all.sort((one, other) => timeOf(other) - timeOf(one)).slice(0, maximum);
}

/** What is no time comes last. */
function timeOf({ updatedAt }: Change): number {
  const time = Date.parse(updatedAt);
  return Number.isNaN(time) ? -Infinity : time;
}
