import { LRUCache } from 'lru-cache';
import type { Held } from '../../tenant/shared-state.js';

/** Bytes of all values and their keys. */
const maxBytes = 64 * 1024 * 1024;

/** Bytes of an entry beside its texts, with a margin. */
const entryBytes = 300;

export type KeptValues = ReturnType<typeof createKeptValues>;

/**
 * Values by their keys, each until its time is over; the least recently used ones leave when there is no room.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function createKeptValues(now: () => number, maxSize = maxBytes) {
  const values = new LRUCache<string, string>({
    maxSize,
    // Sealed texts are ASCII, which V8 keeps in a byte each.
    sizeCalculation: (value, key) => value.length + key.length + entryBytes,
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    get(key: string): Held | undefined {
      const value = values.get(key);
      return value === undefined ? undefined : { value, leftMs: values.getRemainingTTL(key) };
    },
    /** @param until a time of the same clock */
    set(key: string, value: string, until: number): void {
      const ttl = Math.ceil(until - now());
      if (ttl > 0) values.set(key, value, { ttl });
      else values.delete(key);
    },
    delete: (key: string): void => void values.delete(key),
  };
}
