import { type Dispatcher, cacheStores, interceptors } from 'undici';

/** One request through the cache. */
export interface CachedDispatch {
  readonly dispatcher: Dispatcher;
  readonly wasSent: () => boolean;
  /** Ends a request under way: while undici revalidates a stored response, it lets nobody else end it. */
  readonly abort: (reason: Error) => void;
}

/** @param authorization added behind the cache, where it cannot keep a private cache from storing the response */
export type OpenCache = (
  tenantKey: string,
  authorization: string,
  maxAgeSeconds: number | undefined,
) => CachedDispatch;

type Store = InstanceType<typeof cacheStores.MemoryCacheStore>;
type Key = Parameters<Store['get']>[0];

/**
 * HTTP caching as the upstream allows it (RFC 9111, by undici). undici's cache gives what is marked `public`, `s-maxage`
 * or `must-revalidate` to any credential, so the credential's keyed hash is part of every key. Nothing but a 200 is
 * stored: a refusal must not outlive its reason.
 *
 * @param maxBytes of all stored bodies (CACHE_MAX_BYTES)
 * @param maxSilenceMs after which undici ends a silent request itself: in the background nothing else would
 */
export function createCache(pool: Dispatcher, maxBytes: number, maxSilenceMs: number): OpenCache {
  const store = new cacheStores.MemoryCacheStore({
    maxSize: maxBytes,
    maxCount: 100_000,
    maxEntrySize: Math.min(maxBytes, 16_777_216),
  });
  const renewed = new Set<string>();
  return (tenantKey, authorization, maxAgeSeconds) => {
    const state: State = {
      tenantKey,
      authorization,
      maxSilenceMs,
      renewed,
      isServed: false,
      isSent: false,
      connection: undefined,
      ended: undefined,
    };
    const cached = interceptors.cache({
      store: partOf(store, tenantKey, maxAgeSeconds),
      methods: ['GET'],
      type: 'private',
    });
    return {
      dispatcher: pool.compose(behindCache(state), cached, beforeCache(state)),
      wasSent: () => state.isSent,
      abort: (reason) => abort(state, reason),
    };
  };
}

interface State {
  readonly tenantKey: string;
  readonly authorization: string;
  readonly maxSilenceMs: number;
  /** What is renewed behind a stale response (RFC 5861), for all requests: undici renews it for each reader. */
  readonly renewed: Set<string>;
  /** Whether a response has begun: what is sent after it is a renewal. */
  isServed: boolean;
  isSent: boolean;
  connection: Dispatcher.DispatchController | undefined;
  ended: Error | undefined;
}

function abort(state: State, reason: Error): void {
  state.ended ??= reason;
  state.connection?.abort(reason);
}

const beforeCache =
  (state: State): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, watched(handler, { started: () => (state.isServed = true) }));

const behindCache =
  (state: State): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    const { renewed, authorization, maxSilenceMs } = state;
    const renewal = state.isServed ? `${state.tenantKey} ${options.path}` : undefined;
    if (renewal !== undefined && renewed.has(renewal)) return true;
    if (renewal !== undefined) renewed.add(renewal);
    state.isSent = true;
    // The headers are the record that the transport has given, with those of a revalidation.
    const headers = { ...(options.headers as Record<string, string>), authorization };
    return dispatch(
      { ...options, headers, headersTimeout: maxSilenceMs, bodyTimeout: maxSilenceMs },
      watched(handler, {
        started(controller) {
          state.connection = controller;
          // Ended while it waited for a connection.
          if (state.ended !== undefined) controller.abort(state.ended);
        },
        ended() {
          if (renewal !== undefined) renewed.delete(renewal);
        },
      }),
    );
  };

interface Watch {
  readonly started: (controller: Dispatcher.DispatchController) => void;
  readonly ended?: () => void;
}

/** The same handler, with its start and end reported. */
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

function partOf(store: Store, tenantKey: string, maxAgeSeconds = Infinity) {
  const inPart = (key: Key): Key => ({ ...key, path: `${tenantKey} ${key.path}` });
  return {
    get: (key: Key) => inTime(store.get(inPart(key)), maxAgeSeconds),
    delete: (key: Key) => store.delete(inPart(key)),
    createWriteStream(key: Key, value: Parameters<Store['createWriteStream']>[1]) {
      if (value.statusCode !== 200) return undefined;
      clockLeads.set(value.headers, clockLead());
      return store.createWriteStream(inPart(key), value);
    },
  };
}

type Found = ReturnType<Store['get']>;

/** By how much the wall clock was ahead of the monotonic one when an entry was stored, by the entry's headers. */
const clockLeads = new WeakMap<object, number>();

const clockLead = (): number => Date.now() - performance.now();

/** An entry that is young enough, in the time of the wall clock as it is now: a clock that is set back would let entries live longer. */
function inTime(entry: Found, maxAgeSeconds: number): Found {
  if (entry === undefined) return undefined;
  if (entry instanceof Promise) return entry.then((found) => inTime(found, maxAgeSeconds));
  const lead = clockLead();
  const setBack = Math.min(0, lead - (clockLeads.get(entry.headers) ?? lead));
  if (maxAgeSeconds === 0 || Date.now() - entry.cachedAt - setBack > 1000 * maxAgeSeconds) return undefined;
  if (setBack === 0) return entry;
  const deleteAt = entry.deleteAt + setBack;
  if (deleteAt <= Date.now()) return undefined;
  return { ...entry, cachedAt: entry.cachedAt + setBack, staleAt: entry.staleAt + setBack, deleteAt };
}
