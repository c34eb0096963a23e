import type { Places } from '../page.js';
import type { Ids } from './id.js';

/** The resources of one kind in one organization, made when first asked for. */
export interface Collection<T> extends Places<T> {
  find(id: string): T | undefined;
  /** Index of an id from 0; undefined when the organization has no such resource. */
  indexOf(id: string): number | undefined;
}

/**
 * @param total number of resources
 * @param make the resource at an index from 0; called once for each
 */
export function createCollection<T>(total: number, ids: Ids, make: (index: number) => T): Collection<T> {
  const made = new Map<number, T>();
  const at = (index: number) => {
    const known = made.get(index);
    if (known !== undefined) return known;
    const resource = make(index);
    made.set(index, resource);
    return resource;
  };
  const indexOf = (id: string) => {
    const index = ids.indexOf(id);
    return index !== undefined && index < total ? index : undefined;
  };
  const find = (id: string) => {
    const index = indexOf(id);
    return index === undefined ? undefined : at(index);
  };
  return { total, at, indexOf, find };
}
