import type { Context } from './builder.js';

/**
 * Reads something once for each operation, for prefetch and resolvers alike.
 *
 * @param key names what is read, and so its type
 */
export function readOnce<T>({ connections }: Context, key: string, read: () => Promise<T>): Promise<T> {
  // Whoever reads under the same key reads the same.
  const known = connections.get(key) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const fresh = read();
  connections.set(key, fresh);
  return fresh;
}
