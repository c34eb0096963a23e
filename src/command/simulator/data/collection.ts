import type { Places } from '../page.js';
import type { Ids } from './id.js';

/** The resources of one kind in one organization, created on first use. */
export interface Collection<T> extends Places<T> {
  find(id: string): T | undefined;
  /** Index of an id from 0; undefined where the organization has no such resource. */
  indexOf(id: string): number | undefined;
}

/**
 * @param total number of resources
 * @param create the resource at an index from 0; called once for each
 */
export function createCollection<T>(
  total: number,
  ids: Ids,
  create: (index: number) => T,
): Collection<T> {
  const created = new Map<number, T>();
  const at = (index: number) => {
    const resource = created.get(index) ?? create(index);
    created.set(index, resource);
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
