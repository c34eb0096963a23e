/** Where each entry of the history was scrolled to. */
export interface ScrollMemory {
  /** A key that no entry has. */
  readonly newKey: () => number;
  /** @returns CSS pixels from the top; 0 for what is not known */
  readonly get: (key: number) => number;
  readonly set: (key: number, top: number) => void;
  /** Writes everything down, for the page that a reload brings. */
  readonly save: () => void;
}

/** Entries that are kept: more than a visitor goes back. */
const maxEntries = 100;

const storageName = 'scroll';

/** @param storage keeps nothing but numbers */
export function createScrollMemory(storage: Pick<Storage, 'getItem' | 'setItem'>): ScrollMemory {
  const tops = new Map(read(storage));
  let last = Math.max(0, ...tops.keys());
  return {
    newKey() {
      last += 1;
      // Known from now on, so that no other entry gets the same key after a reload.
      tops.set(last, 0);
      return last;
    },
    get: (key) => tops.get(key) ?? 0,
    set(key, top) {
      // The newest last.
      tops.delete(key);
      tops.set(key, Math.round(top));
    },
    save() {
      try {
        storage.setItem(storageName, JSON.stringify([...tops].slice(-maxEntries)));
      } catch {
        // A browser that stores nothing starts at the top after a reload.
      }
    },
  };
}

function read(storage: Pick<Storage, 'getItem'>): readonly (readonly [number, number])[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageName) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isPlace) : [];
  } catch {
    return [];
  }
}

const isPlace = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => Number.isSafeInteger(part));
