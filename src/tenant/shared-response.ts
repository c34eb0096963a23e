import { LRUCache } from 'lru-cache';
import { type ClientRequest, valueOf } from '../rest/client.js';
import { readResponse } from '../rest/read-response.js';
import type { KeptResponses, TenantResponses } from './kept-response.js';
import type { SharedState, SharedValue } from './shared-state.js';

export interface SharingOptions {
  readonly shared: SharedState;
  /** Bytes that this process keeps in the store, two for each character (CACHE_MAX_BYTES). */
  readonly maxBytes: number;
  /** MAX_STALE_SECONDS. */
  readonly maxAgeSeconds: number;
  /** Milliseconds of the clock by which requests are sent. */
  readonly now?: () => number;
}

/** Characters of a response. A longer one could keep the connection to the store busy for milliseconds. */
const maxCharacters = 131_072;

/** Milliseconds between two writes of one path: clients choose ages in whole seconds. */
const minPauseMs = 1000;

/** Milliseconds. Of two processes, each may date what it has written by this much too early. */
const marginMs = 100;

/** Bytes of an entry beside its texts, with a margin. */
const entryBytes = 1000;

/** Credentials, accepted ones and others; see `createTenants`. */
const maxTenants = 20_000;

interface State {
  readonly shared: SharedState;
  readonly maxAgeMs: number;
  readonly now: () => number;
  /** When the request of what this process has written was sent, by its name in the store. */
  readonly written: LRUCache<string, { readonly sentAt: number; readonly bytes: number }>;
  /** How to drop the responses of a credential, by `tenantKey`. */
  readonly drops: LRUCache<string, () => void>;
}

/**
 * Shares kept responses: their texts, which each process parses and checks as its own. Ages are counted by the clock of the
 * store. A refusal at one process drops the responses of its credential everywhere.
 */
export function shareResponses(
  kept: KeptResponses,
  { shared, maxBytes, maxAgeSeconds, now = () => performance.now() }: SharingOptions,
): KeptResponses {
  const maxAgeMs = 1000 * maxAgeSeconds;
  const state: State = {
    shared,
    maxAgeMs,
    now,
    written: new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes,
      dispose({ sentAt }, name, reason) {
        if (reason === 'evict' && now() - sentAt < maxAgeMs) shared.remove('response', name);
      },
    }),
    // A tenant beyond the maximum loses its kept responses: a refusal at another process would no longer reach them.
    drops: new LRUCache({ max: maxTenants, dispose: (drop) => drop() }),
  };
  const stopListening = shared.listen('response', (tenantKey) => state.drops.peek(tenantKey)?.());
  return {
    open: (tenantKey) => openTenant(state, tenantKey, kept.open(tenantKey)),
    bytes: kept.bytes,
    clear() {
      stopListening();
      kept.clear();
    },
  };
}

function openTenant(state: State, tenantKey: string, own: TenantResponses): TenantResponses {
  const { shared, maxAgeMs, now, drops } = state;
  const refusalName = `${tenantKey} refused`;
  let droppedAt = -Infinity;
  let isAccepted = false;
  const drop = (): void => {
    own.drop();
    droppedAt = now();
  };
  const listen = (): void => {
    if (drops.get(tenantKey) !== drop) drops.set(tenantKey, drop);
  };
  return {
    keep: (path, value, sentAt, characters) => own.keep(path, value, sentAt, characters),
    find: (path, acceptedMs) => own.find(path, acceptedMs),
    drop() {
      drop();
      shared.write('response', refusalName, String(maxAgeMs), maxAgeMs);
      // Who listens late learns of it too, unless the credential may be an invented one.
      shared.announce('response', tenantKey, isAccepted ? maxAgeMs : 0);
    },
    share(path, body, sentAt) {
      isAccepted = true;
      listen();
      if (sentAt > droppedAt) write(state, `${tenantKey} ${path}`, body, sentAt);
    },
    async takeShared(requests, acceptedMs) {
      listen();
      const askedAt = now();
      const names = requests.map(({ path }) => `${tenantKey} ${path}`);
      const [refusal, ...found] = await shared.readAll('response', [refusalName, ...names]);
      const refusedMs = readHeld(refusal)?.ageMs ?? Infinity;
      const maxMs = Math.min(acceptedMs, refusedMs - marginMs);
      for (const [index, request] of requests.entries())
        takeOne(own, request, { held: readHeld(found[index]), askedAt, maxMs });
    },
  };
}

interface Found {
  readonly held: Held | undefined;
  /** Not later than the store has looked. */
  readonly askedAt: number;
  readonly maxMs: number;
}

function takeOne(own: TenantResponses, request: ClientRequest, { held, askedAt, maxMs }: Found): void {
  if (held === undefined || held.ageMs > maxMs) return;
  const value = parse(request, held.body);
  if (value !== undefined) own.keep(request.path, value, askedAt - held.ageMs, held.body.length);
}

function write({ shared, maxAgeMs, now, written }: State, name: string, body: string, sentAt: number): void {
  const leftMs = maxAgeMs - (now() - sentAt);
  const bytes = 2 * body.length + 4 * name.length + entryBytes;
  if (leftMs <= 0 || body.length > maxCharacters || bytes > written.maxSize) return;
  const last = written.get(name);
  if (last !== undefined && sentAt - last.sentAt < minPauseMs) return;
  written.set(name, { sentAt, bytes });
  shared.write('response', name, `${maxAgeMs} ${body}`, leftMs);
}

interface Held {
  readonly ageMs: number;
  readonly body: string;
}

/** A value begins with the age at which it expires, so that the time that is left tells its age. */
function readHeld(shared: SharedValue | undefined): Held | undefined {
  const [, maxAge, body = ''] = /^(\d{1,15})(?: (.*))?$/s.exec(shared?.value ?? '') ?? [];
  if (shared === undefined || maxAge === undefined) return undefined;
  return { ageMs: Math.max(0, Number(maxAge) - shared.leftMs), body };
}

/** What the response was parsed to where it came from; undefined where it is none to this process. */
function parse({ endpoint, pageForm }: ClientRequest, body: string): unknown {
  const response = {
    status: 200,
    contentType: 'application/json',
    retryAfter: undefined,
    body,
    wasSent: false,
  };
  try {
    // The process that has sent the request has counted its drift.
    return valueOf(readResponse(endpoint, pageForm, response, () => undefined));
  } catch {
    return undefined;
  }
}
