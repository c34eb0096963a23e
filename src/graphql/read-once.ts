import type { Context } from './builder.js';

/**
 * Reads or computes something once for each operation, for prefetch and resolvers alike, however many aliases need it.
 *
 * @param key names what is read, and so its type; compared as the key of a `Map`
 */
export function readOnce<T>({ once }: Pick<Context, 'once'>, key: unknown, read: () => T): T {
  // Whoever reads under the same key reads the same.
  const known = once.get(key) as T | undefined;
  if (known !== undefined) return known;
  const fresh = read();
  once.set(key, fresh);
  return fresh;
}
