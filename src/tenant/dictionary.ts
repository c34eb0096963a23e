/** A dictionary by text for entries that come and go with every request. */
export interface Dictionary<T> {
  readonly get: (key: string) => T | undefined;
  readonly set: (key: string, value: T) => void;
  readonly delete: (key: string) => void;
  readonly size: () => number;
}

/**
 * Not a Map: a long-lived Map outgrows its table again and again, and V8 lets each outgrown table point to the next one.
 * Once one of them is old, all that its successors ever held is kept until the next full collection; with a request in
 * and out of it every few microseconds, that is every request. A plain object is emptied in place.
 */
export function createDictionary<T>(): Dictionary<T> {
  // Without a prototype every key is an ordinary one.
  const entries = Object.create(null) as Record<string, T | undefined>;
  let size = 0;
  return {
    get: (key) => entries[key],
    set(key, value) {
      if (entries[key] === undefined) size += 1;
      entries[key] = value;
    },
    delete(key) {
      if (entries[key] === undefined) return;
      size -= 1;
      Reflect.deleteProperty(entries, key);
    },
    size: () => size,
  };
}
