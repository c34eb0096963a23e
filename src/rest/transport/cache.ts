import { type Dispatcher, cacheStores, interceptors } from 'undici';

/** A dispatcher for one credential, and whether a request was really sent through it. */
export interface CachedDispatch {
  readonly dispatcher: Dispatcher;
  readonly wasSent: () => boolean;
  /** Ends a request under way: while undici asks whether a kept answer still holds, it lets nobody else end it. */
  readonly abort: (reason: Error) => void;
}

/** @param authorization added behind the cache, where it cannot stand in the way of what a private cache may keep */
export type OpenCache = (tenantKey: string, authorization: string) => CachedDispatch;

type Store = InstanceType<typeof cacheStores.MemoryCacheStore>;
type Key = Parameters<Store['get']>[0];

/**
 * HTTP caching as the upstream allows it (RFC 9111, by undici), each credential in a part of its own: undici's cache
 * gives what is marked `public`, `s-maxage` or `must-revalidate` to any credential, so the credential's keyed hash
 * stands in every key. Nothing but a 200 is kept: a refusal must not outlive its reason.
 *
 * @param maxBytes of all bodies that are kept (CACHE_MAX_BYTES)
 * @param longestMs after which undici ends a silent request itself: in the background it has nobody else who would
 */
export function createCache(pool: Dispatcher, maxBytes: number, longestMs: number): OpenCache {
  const store = new cacheStores.MemoryCacheStore({
    maxSize: maxBytes,
    maxCount: 100_000,
    maxEntrySize: Math.min(maxBytes, 16_777_216),
  });
  /** What is being renewed behind an answer that was served stale (RFC 5861): undici asks anew for each reader. */
  const renewed = new Set<string>();
  return (tenantKey, authorization) => {
    let isServed = false;
    let isSent = false;
    let connection: Dispatcher.DispatchController | undefined;
    let ended: Error | undefined;
    const cached = interceptors.cache({ store: partOf(store, tenantKey), methods: ['GET'], type: 'private' });
    const dispatcher = pool.compose(
      (dispatch) => (options, handler) => {
        const renewal = isServed ? `${tenantKey} ${options.path}` : undefined;
        if (renewal !== undefined && renewed.has(renewal)) return true;
        if (renewal !== undefined) renewed.add(renewal);
        isSent = true;
        // The headers are the record that the transport has given, with those of a revalidation.
        const headers = { ...(options.headers as Record<string, string>), authorization };
        return dispatch(
          { ...options, headers, headersTimeout: longestMs, bodyTimeout: longestMs },
          watched(handler, {
            started(controller) {
              connection = controller;
              // Ended while it waited for a connection.
              if (ended !== undefined) controller.abort(ended);
            },
            ended() {
              if (renewal !== undefined) renewed.delete(renewal);
            },
          }),
        );
      },
      cached,
      (dispatch) => (options, handler) =>
        dispatch(options, watched(handler, { started: () => (isServed = true) })),
    );
    const abort = (reason: Error): void => {
      ended ??= reason;
      connection?.abort(reason);
    };
    return { dispatcher, wasSent: () => isSent, abort };
  };
}

interface Watch {
  readonly started: (controller: Dispatcher.DispatchController) => void;
  readonly ended?: () => void;
}

/** The same handler, whose start and end are told. */
function watched(handler: Dispatcher.DispatchHandler, { started, ended }: Watch): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller, context) {
      started(controller);
      handler.onRequestStart?.(controller, context);
    },
    onRequestUpgrade: (...all) => handler.onRequestUpgrade?.(...all),
    onResponseStart: (...all) => handler.onResponseStart?.(...all),
    onResponseData: (...all) => handler.onResponseData?.(...all),
    onResponseEnd(...all) {
      ended?.();
      handler.onResponseEnd?.(...all);
    },
    onResponseError(...all) {
      ended?.();
      handler.onResponseError?.(...all);
    },
  };
}

function partOf(store: Store, tenantKey: string) {
  const inPart = (key: Key): Key => ({ ...key, path: `${tenantKey} ${key.path}` });
  return {
    get: (key: Key) => inTime(store.get(inPart(key))),
    delete: (key: Key) => store.delete(inPart(key)),
    createWriteStream(key: Key, value: Parameters<Store['createWriteStream']>[1]) {
      if (value.statusCode !== 200) return undefined;
      clockLeads.set(value.headers, clockLead());
      return store.createWriteStream(inPart(key), value);
    },
  };
}

type Found = ReturnType<Store['get']>;

/** By how much the wall clock was ahead of the monotonic one when an entry was written, by the entry's headers. */
const clockLeads = new WeakMap<object, number>();

const clockLead = (): number => Date.now() - performance.now();

/**
 * An entry in the time of the wall clock as it is now: undici reads its age off that clock, and one that is set back
 * would let entries live longer. One that is set forward ends them early.
 */
function inTime(entry: Found): Found {
  if (entry === undefined) return undefined;
  if (entry instanceof Promise) return entry.then(inTime);
  const lead = clockLead();
  const setBack = Math.min(0, lead - (clockLeads.get(entry.headers) ?? lead));
  if (setBack === 0) return entry;
  const deleteAt = entry.deleteAt + setBack;
  if (deleteAt <= Date.now()) return undefined;
  return { ...entry, cachedAt: entry.cachedAt + setBack, staleAt: entry.staleAt + setBack, deleteAt };
}
