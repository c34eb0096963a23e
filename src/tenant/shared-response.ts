import { z } from 'zod';
import { type ClientRequest, valueOf } from '../rest/client.js';
import { readResponse } from '../rest/read-response.js';
import type { KeptResponses, TenantResponses } from './kept-response.js';
import type { Held, SharedState } from './shared-state.js';
import { SharedValue } from './shared-value.js';

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
  kept: KeptResponses,
  { shared, maxBytes, maxAgeSeconds, now = () => performance.now() }: SharingOptions,
): KeptResponses {
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
  return { ...kept, open: (tenantKey) => openTenant(state, tenantKey, kept.open(tenantKey)) };
}

function openTenant(state: State, tenantKey: string, own: TenantResponses): TenantResponses {
  const { shared, texts, maxAgeMs, now } = state;
  const refusalName = `${tenantKey} refused`;
  let droppedAt = -Infinity;
  return {
    ...own,
    drop() {
      own.drop();
      droppedAt = now();
    },
    // At once and without a bound: it must be there before any newer response, and must not leave for one.
    shareRefusal: () => shared.write('response', refusalName, String(maxAgeMs), maxAgeMs),
    share(path, body, sentAt) {
      if (sentAt > droppedAt && body.length <= maxCharacters)
        texts.write(`${tenantKey} ${path}`, `${maxAgeMs} ${body}`, sentAt);
    },
    async takeShared(requests, acceptedMs) {
      const askedAt = now();
      const names = requests.map(({ path }) => `${tenantKey} ${path}`);
      const [refusal, ...found] = await texts.readAll([refusalName, ...names]);
      const refusedMs = readAged(refusal)?.ageMs ?? Infinity;
      const maxMs = Math.min(acceptedMs, refusedMs - marginMs);
      for (const [index, request] of requests.entries())
        takeOne(own, request, { aged: readAged(found[index]), askedAt, maxMs });
    },
  };
}

interface Found {
  readonly aged: Aged | undefined;
  /** Not later than the store has looked. */
  readonly askedAt: number;
  readonly maxMs: number;
}

function takeOne(own: TenantResponses, request: ClientRequest, { aged, askedAt, maxMs }: Found): void {
  if (aged === undefined || aged.ageMs > maxMs) return;
  const value = parse(request, aged.body);
  if (value !== undefined) own.keep(request.path, value, askedAt - aged.ageMs, aged.body.length);
}

interface Aged {
  readonly ageMs: number;
  readonly body: string;
}

/** A text begins with the age at which it expires, so that the time that is left tells its age. */
function readAged(held: Held | undefined): Aged | undefined {
  const [, maxAge, body = ''] = /^(\d{1,15})(?: (.*))?$/s.exec(held?.value ?? '') ?? [];
  if (held === undefined || maxAge === undefined) return undefined;
  return { ageMs: Math.max(0, Number(maxAge) - held.leftMs), body };
}

/** What the response was parsed to where it came from; undefined where it is none to this process. */
function parse({ endpoint, pageForm }: ClientRequest, body: string): unknown {
  const response = {
    status: 200,
    contentType: 'application/json',
    retryAfter: undefined,
    body,
  };
  try {
    // The process that has sent the request has counted its drift.
    return valueOf(readResponse(endpoint, pageForm, response, () => undefined));
  } catch {
    return undefined;
  }
}
