import type { Cost } from './cost.js';

/**
 * What one operation has read, is reading or has computed: made once, whether it succeeds or fails.
 * The key of a response is its path, and the key of a list is its path without a query. Each key
 * has values of one type, which proves the casts.
 */
export class Memory {
  readonly entries = new Map<unknown, unknown>();
  /** Paths that were read ahead and are not needed yet. */
  private ahead: Set<string> | undefined;

  constructor(private readonly cost: Pick<Cost, 'deduplicated'>) {}

  /** The value of a key, which is made at its first use. Keys are compared as those of a `Map`. */
  once<T>(key: unknown, make: () => T): T {
    const known = this.entries.get(key) as T | undefined;
    if (known !== undefined) return known;
    const fresh = make();
    this.entries.set(key, fresh);
    return fresh;
  }

  /**
   * The response to a path; repeated reads are counted.
   *
   * @param isAhead whether nothing needs it so far
   */
  read<T>(path: string, send: () => Promise<T>, isAhead = false): Promise<T> {
    const known = this.entries.get(path) as Promise<T> | undefined;
    if (known === undefined) {
      if (isAhead) (this.ahead ??= new Set()).add(path);
      return this.once(path, send);
    }
    if (!isAhead && this.ahead?.delete(path) !== true) this.cost.deduplicated += 1;
    return known;
  }
}
