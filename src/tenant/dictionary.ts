/** A dictionary by text for entries that come and go with every request. */
export interface Dictionary<T> {
  readonly get: (key: string) => T | undefined;
  readonly set: (key: string, value: T) => void;
  readonly delete: (key: string) => void;
  readonly size: () => number;
}

/**
 * Not a Map: a long-lived Map outgrows its table again and again, and in V8 each outgrown table points to the next one.
 * Once one of them is old, everything that its successors ever held is kept until the next full collection; here that is
 * every request. A plain object is emptied in place. Worth a third of a small query's processor time.
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
