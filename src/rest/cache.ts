import { type Dispatcher, cacheStores, interceptors } from 'undici';

/** A dispatcher for one credential, and whether a request was really sent through it. */
export interface CachedDispatch {
  readonly dispatcher: Dispatcher;
  readonly wasSent: () => boolean;
}

/** @param authorization added behind the cache, where it cannot stand in the way of what a private cache may keep */
export type OpenCache = (partition: string, authorization: string) => CachedDispatch;

type Store = InstanceType<typeof cacheStores.MemoryCacheStore>;
type Key = Parameters<Store['get']>[0];

/**
 * HTTP caching as the upstream allows it (RFC 9111, by undici), each credential in a part of its own: undici's cache
 * gives what is marked `public`, `s-maxage` or `must-revalidate` to any credential, so the credential's keyed hash
 * stands in every key. Nothing but a 200 is kept: a refusal must not outlive its reason.
 *
 * @param maxBytes of all bodies that are kept (CACHE_MAX_BYTES)
 */
export function createCache(pool: Dispatcher, maxBytes: number): OpenCache {
  const store = new cacheStores.MemoryCacheStore({
    maxSize: maxBytes,
    maxCount: 100_000,
    maxEntrySize: Math.min(maxBytes, 16_777_216),
  });
  return (partition, authorization) => {
    let isSent = false;
    const cached = interceptors.cache({ store: partOf(store, partition), methods: ['GET'], type: 'private' });
    const dispatcher = pool.compose(
      (dispatch) => (options, handler) => {
        isSent = true;
        // The headers are the record that the transport has given, with those of a revalidation.
        const headers = { ...(options.headers as Record<string, string>), authorization };
        return dispatch({ ...options, headers }, handler);
      },
      cached,
    );
    return { dispatcher, wasSent: () => isSent };
  };
}

function partOf(store: Store, partition: string) {
  const inPart = (key: Key): Key => ({ ...key, path: `${partition} ${key.path}` });
  return {
    get: (key: Key) => store.get(inPart(key)),
    delete: (key: Key) => store.delete(inPart(key)),
    createWriteStream: (key: Key, value: Parameters<Store['createWriteStream']>[1]) =>
      value.statusCode === 200 ? store.createWriteStream(inPart(key), value) : undefined,
  };
}
