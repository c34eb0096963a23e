import type { Cost } from './budget.js';

/** The reads of one operation by path: each path is read once, whether it succeeds or fails. */
export interface Memo {
  /** The known read of a path, or a fresh one. */
  once<T>(path: string, read: () => Promise<T>): Promise<T>;
  /** Starts the read of a path before `once` needs it. */
  expect<T>(path: string, read: () => Promise<T>): Promise<T>;
  /** Whether the path has been read, or is being read. */
  has(path: string): boolean;
  /** The one object that the operation keeps for a path. */
  keep<T extends object>(path: string, make: () => T): T;
}

/** A path belongs to one endpoint, and every caller reads it as that endpoint's type: that is the proof of the casts. */
export function createMemo(cost: Cost): Memo {
  const reads = new Map<string, Promise<unknown>>();
  let expected: Set<string> | undefined;
  const kept = new Map<string, object>();
  return {
    once<T>(path: string, read: () => Promise<T>) {
      const known = reads.get(path);
      if (known !== undefined) {
        if (expected?.delete(path) !== true) cost.deduplicated += 1;
        return known as Promise<T>;
      }
      const fresh = read();
      reads.set(path, fresh);
      return fresh;
    },
    expect<T>(path: string, read: () => Promise<T>) {
      if (!reads.has(path)) {
        reads.set(path, read());
        (expected ??= new Set()).add(path);
      }
      return reads.get(path) as Promise<T>;
    },
    has: (path) => reads.has(path) || kept.has(path),
    keep<T extends object>(path: string, make: () => T) {
      if (!kept.has(path)) kept.set(path, make());
      return kept.get(path) as T;
    },
  };
}
