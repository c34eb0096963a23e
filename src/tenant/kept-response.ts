import { LRUCache } from 'lru-cache';
import type { ClientRequest } from '../rest/client.js';
import type { ResponseKeeper } from '../rest/response-keeper.js';

/** A REST response that operations of its credential may be served. */
export interface KeptResponse {
  /** A record or a `Page`. */
  readonly value: unknown;
  /** When its request was sent, in milliseconds of the clock of the store. */
  readonly sentAt: number;
}

/** The kept responses of one credential, by the path of their request. */
export interface TenantResponses extends ResponseKeeper {
  /** The response to a request that was sent `maxAgeMs` ago or later. */
  find(path: string, maxAgeMs: number): KeptResponse | undefined;
  /** Forgets everything, the responses to requests in flight included: the credential may have lost a right. */
  drop(): void;
  /** Keeps what other processes have kept, if it is not older. Undefined where nothing is shared; it never rejects. */
  takeShared?(requests: readonly ClientRequest[], maxAgeMs: number): Promise<void>;
  /** Keeps the other processes from taking what was shared so far. */
  shareRefusal?(): void;
}

/** The kept responses of all credentials. */
export interface KeptResponses {
  /** Opens the responses of one more credential. */
  readonly open: (tenantKey: string) => TenantResponses;
  /** Bytes of all entries. */
  readonly bytes: () => number;
  /** Forgets everything. */
  readonly clear: () => void;
  /** Milliseconds after which nobody may be served a response. */
  readonly maxAgeMs: number;
}

/** Those of this process alone. */
export interface OwnResponses extends KeptResponses {
  readonly open: () => TenantResponses;
}

interface Entry extends KeptResponse {
  readonly path: string;
  readonly bytes: number;
  /** The paths of its credential, to be taken out of. */
  readonly paths: Set<string>;
}

interface State {
  readonly maxBytes: number;
  readonly maxAgeMs: number;
  readonly now: () => number;
  /** By the number of the credential and the path; the least recently used first to go. */
  readonly entries: LRUCache<string, Entry>;
  tenants: number;
  timer: NodeJS.Timeout | undefined;
}

/** Bytes of an entry beside its texts, with a margin. */
const entryBytes = 1000;

/**
 * Responses of a credential that are kept after `maxAgeMs` in which none of its operations accepted an older one: more than
 * one operation may read by default. What they are parsed to survives one garbage collection after the other, which costs
 * large operations up to a quarter of their processor time.
 */
const maxUnasked = 256;

/** Milliseconds. A timer takes no more than 24 days. */
const maxPeriodMs = 3_600_000;

/**
 * Keeps the last response of each path, for operations with `Cache-Control: max-age`.
 *
 * @param maxBytes of all texts, two for each character (CACHE_MAX_BYTES); the least recently used responses leave first
 * @param maxAgeSeconds after which nobody may be served a response (MAX_STALE_SECONDS); it is gone after twice the time
 * @param now milliseconds of the clock by which requests are sent, which never goes back
 */
export function createKeptResponses(
  maxBytes: number,
  maxAgeSeconds: number,
  now: () => number = () => performance.now(),
): OwnResponses {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: ({ paths, path }) => void paths.delete(path),
    noDisposeOnSet: true,
  });
  const maxAgeMs = 1000 * maxAgeSeconds;
  const state: State = { maxBytes, maxAgeMs, now, entries, tenants: 0, timer: undefined };
  return {
    maxAgeMs,
    open: () => openTenant(state),
    bytes: () => entries.calculatedSize,
    clear() {
      clearTimeout(state.timer);
      state.timer = undefined;
      entries.clear();
    },
  };
}

function openTenant(state: State): TenantResponses {
  const { entries, now } = state;
  const paths = new Set<string>();
  const prefix = `${(state.tenants += 1)} `;
  let droppedAt = -Infinity;
  let askedAt = -Infinity;
  let unasked = 0;
  const forgetAll = (): void => {
    for (const path of paths) entries.delete(prefix + path);
  };
  return {
    keep(path, value, sentAt, characters) {
      if (sentAt <= droppedAt || unasked === maxUnasked) return;
      if (now() - askedAt > state.maxAgeMs) unasked += 1;
      if (unasked === maxUnasked) {
        // All of them, as newer responses are not kept now: who asks later must not see older data than before.
        forgetAll();
        return;
      }
      const bytes = 2 * characters + 4 * path.length + entryBytes;
      put(state, prefix + path, { path, value, sentAt, bytes, paths });
    },
    find(path, maxAgeMs) {
      askedAt = now();
      unasked = 0;
      const entry = entries.get(prefix + path);
      return entry !== undefined && now() - entry.sentAt <= Math.min(maxAgeMs, state.maxAgeMs)
        ? entry
        : undefined;
    },
    drop() {
      droppedAt = now();
      forgetAll();
    },
  };
}

function put(state: State, key: string, entry: Entry): void {
  const { entries, maxBytes, maxAgeMs, now } = state;
  if (entry.bytes > maxBytes || now() - entry.sentAt > maxAgeMs) return;
  const last = entries.peek(key);
  // Responses may overtake each other.
  if (last !== undefined && last.sentAt > entry.sentAt) return;
  entry.paths.add(entry.path);
  entries.set(key, entry);
  state.timer ??= forgetLater(state);
}

/** Forgets what nobody may be served any more. */
function forget(state: State): void {
  const { entries, maxAgeMs, now } = state;
  const oldest = now() - maxAgeMs;
  const old: string[] = [];
  for (const [key, { sentAt }] of entries.entries()) if (sentAt < oldest) old.push(key);
  for (const key of old) entries.delete(key);
  state.timer = entries.size === 0 ? undefined : forgetLater(state);
}

const forgetLater = (state: State): NodeJS.Timeout =>
  setTimeout(forget, Math.min(state.maxAgeMs, maxPeriodMs), state).unref();
