import type { Cost } from './cost.js';

/**
 * What one operation has read, is reading or has computed, once for all that need it, whether it succeeds or fails. The
 * key of a response is its path; that of a list is its path without a query. Whoever uses a key keeps the same there: that
 * is the proof of the casts.
 */
export class Memory {
  readonly entries = new Map<unknown, unknown>();
  /** Paths that were read ahead, and that nothing has needed so far. */
  private ahead: Set<string> | undefined;

  constructor(private readonly cost: Pick<Cost, 'deduplicated'>) {}

  /** What is kept under a key: compared as that of a `Map`, it names what is made, and so its type. */
  once<T>(key: unknown, make: () => T): T {
    const known = this.entries.get(key) as T | undefined;
    if (known !== undefined) return known;
    const fresh = make();
    this.entries.set(key, fresh);
    return fresh;
  }

  /** The response to a path; repeated reads are counted. @param isAhead whether nothing needs it so far */
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
