import { z } from 'zod';
import type { ClientRequest } from '../rest/client.js';
import { readResponse } from '../rest/read-response.js';
import type { RestResponse } from '../rest/transport/transport.js';
import type { ResponseSource } from './response-store.js';
import type { TenantResponses } from './tenant-responses.js';
import { type Held, type SharedState, SharedValue } from './shared-state.js';

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
const pauseMs = 1000;

/** Milliseconds. Of two processes, each may date what it has written by this much too early. */
const marginMs = 100;

interface State {
  readonly shared: SharedState;
  readonly texts: SharedValue<string>;
  readonly maxAgeMs: number;
  readonly now: () => number;
}

/** Shares kept responses: their texts, which each process parses and checks as its own. Ages are counted by the clock of the store. */
export function shareResponses(
  own: ResponseSource,
  { shared, maxBytes, maxAgeSeconds, now = () => performance.now() }: SharingOptions,
): ResponseSource {
  const maxAgeMs = 1000 * maxAgeSeconds;
  const state: State = {
    shared,
    texts: new SharedValue(shared, {
      kind: 'response',
      schema: z.string(),
      holdMs: maxAgeMs,
      pauseMs,
      maxBytes,
      now,
    }),
    maxAgeMs,
    now,
  };
  return { maxAgeMs, open: (tenantKey) => openTenant(state, tenantKey, own.open(tenantKey)) };
}

function openTenant(state: State, tenantKey: string, own: TenantResponses): TenantResponses {
  const { shared, texts, maxAgeMs, now } = state;
  const refusalName = `${tenantKey} refused`;
  let droppedAt = -Infinity;
  const share = (path: string, { body }: RestResponse, sentAt: number): void => {
    if (sentAt > droppedAt && body.length <= maxCharacters)
      texts.write(`${tenantKey} ${path}`, `${maxAgeMs} ${body}`, sentAt);
  };
  return {
    find: (path, acceptedMs) => own.find(path, acceptedMs),
    recognize(path, response, sentAt) {
      const known = own.recognize(path, response, sentAt);
      if (known !== undefined) share(path, response, sentAt);
      return known;
    },
    keep(path, response, parsed, sentAt) {
      own.keep(path, response, parsed, sentAt);
      share(path, response, sentAt);
    },
    drop() {
      own.drop();
      droppedAt = now();
    },
    // At once and without a bound: it must be there before any newer response, and must not leave for one.
    shareRefusal: () => shared.write('response', refusalName, String(maxAgeMs), maxAgeMs),
    async takeShared(requests, acceptedMs) {
      const askedAt = now();
      const names = requests.map(({ path }) => `${tenantKey} ${path}`);
      const [refusal, ...found] = await texts.readAll([refusalName, ...names]);
      const refusedMs = readAged(refusal)?.ageMs ?? Infinity;
      const maxMs = Math.min(acceptedMs, refusedMs - marginMs);
      for (const [index, request] of requests.entries()) {
        const aged = readAged(found[index]);
        // The store has looked later than it was asked.
        if (aged !== undefined && aged.ageMs <= maxMs)
          keepShared(own, request, aged.body, askedAt - aged.ageMs);
      }
    },
  };
}

/** Keeps what the response was parsed to where it came from, unless it is none to this process. */
function keepShared(
  own: TenantResponses,
  { endpoint, path, pageForm }: ClientRequest,
  body: string,
  sentAt: number,
): void {
  const bytes = Buffer.from(body);
  const response = { status: 200, contentType: 'application/json', retryAfter: undefined, body, bytes };
  try {
    // The process that has sent the request has counted its drift.
    own.keep(
      path,
      response,
      readResponse(endpoint, pageForm, response, () => undefined),
      sentAt,
    );
  } catch {
    // Another process may have another release.
  }
}

/** A text begins with the age at which it expires, so that the time that is left tells its age. */
function readAged(held: Held | undefined) {
  const [, maxAge, body = ''] = /^(\d{1,15})(?: (.*))?$/s.exec(held?.value ?? '') ?? [];
  if (held === undefined || maxAge === undefined) return undefined;
  return { ageMs: Math.max(0, Number(maxAge) - held.leftMs), body };
}
