import type { Cost } from './cost.js';

/**
 * What one operation has read, is reading or has computed: made once, whether it succeeds or fails.
 * The key of a response is its path, and the key of a list is its path without a query. Each key
 * has values of one type, which proves the casts.
 */
export class Memory {
  readonly entries = new Map<unknown, unknown>();
  /** Paths that were prefetched and are not needed yet. Created late: few operations have any. */
  private prefetched: Set<string> | undefined;

  constructor(private readonly cost: Pick<Cost, 'deduplicated'>) {}

  /** The value of a key, which is made at its first use. Keys are compared as those of a `Map`. */
  once<T>(key: unknown, make: () => T): T {
    const known = this.entries.get(key) as T | undefined;
    if (known !== undefined) return known;
    const fresh = make();
    this.entries.set(key, fresh);
    return fresh;
  }

  /** The response to a path; repeated reads are counted. */
  read<T>(path: string, send: () => Promise<T>): Promise<T> {
    const known = this.entries.get(path) as Promise<T> | undefined;
    if (known === undefined) return this.once(path, send);
    const isFirstUse = this.prefetched?.delete(path) === true;
    if (!isFirstUse) this.cost.deduplicated += 1;
    return known;
  }

  /** Starts the read of a path that nothing needs so far: the first `read` of it is no repetition. */
  prefetch<T>(path: string, send: () => Promise<T>): Promise<T> {
    if (!this.entries.has(path)) {
      this.prefetched ??= new Set();
      this.prefetched.add(path);
    }
    return this.once(path, send);
  }
}
