import { z } from 'zod';
import type { ClientRequest } from '../rest/client.js';
import { readResponse } from '../rest/read-response.js';
import type { RestResponse } from '../rest/transport/transport.js';
import { type Held, SharedValue, type ValueState } from './shared-state.js';

/** Characters of a response. A longer one could keep the connection to the store busy for milliseconds. */
const maxCharacters = 131_072;

/** Milliseconds between two writes of one path: clients choose ages in whole seconds. */
const pauseMs = 1000;

/** Milliseconds. Of two processes, each may date what it has written by this much too early. */
const marginMs = 100;

/**
 * Kept responses of all credentials, as the processes of a fleet share them: their texts, which each process parses and checks
 * as its own. Ages are counted by the clock of the store.
 */
export class SharedResponses {
  private readonly texts: SharedValue<string>;

  /** Its bounds and its clock are those of the store of this process. */
  constructor(
    private readonly state: ValueState,
    maxBytes: number,
    private readonly maxAgeMs: number,
    private readonly now: () => number,
  ) {
    const limits = { holdMs: maxAgeMs, pauseMs, maxBytes };
    this.texts = new SharedValue(state, { kind: 'response', schema: z.string(), ...limits, now });
  }

  share(tenantKey: string, path: string, { body }: RestResponse, sentAt: number): void {
    if (body.length <= maxCharacters)
      this.texts.write(`${tenantKey} ${path}`, `${this.maxAgeMs} ${body}`, sentAt);
  }

  /** Lets no process keep any more what was sent for a credential before. */
  refuse(tenantKey: string): void {
    // At once and without a bound: it must be there before any newer response, and must not leave for one.
    this.state.write('response', refusalName(tenantKey), String(this.maxAgeMs), this.maxAgeMs);
  }

  /** What others have kept, if its requests were sent `maxAgeMs` ago or later. */
  async find(tenantKey: string, requests: readonly ClientRequest[], maxAgeMs: number) {
    const askedAt = this.now();
    const names = requests.map(({ path }) => `${tenantKey} ${path}`);
    const [refusal, ...found] = await this.texts.readAll([refusalName(tenantKey), ...names]);
    const refusedMs = readAged(refusal)?.ageMs ?? Infinity;
    const maxMs = Math.min(maxAgeMs, refusedMs - marginMs);
    return requests.flatMap((request, index) => {
      const aged = readAged(found[index]);
      // The store has looked later than it was asked.
      return aged && aged.ageMs <= maxMs ? parse(request, aged.body, askedAt - aged.ageMs) : [];
    });
  }
}

/** What the response is parsed to where it came from; nothing where it is none to this process. */
function parse({ endpoint, path, pageForm }: ClientRequest, body: string, sentAt: number) {
  const bytes = Buffer.from(body);
  const facts = { status: 200, contentType: 'application/json', retryAfter: undefined };
  // The type keeps Node.js's Buffer out of the declarations, which some users read without its types.
  const response: RestResponse = { ...facts, body, bytes };
  try {
    // The process that has sent the request has counted its drift.
    return [{ path, response, parsed: readResponse(endpoint, pageForm, response, () => undefined), sentAt }];
  } catch {
    // Another process may have another release.
    return [];
  }
}

const refusalName = (tenantKey: string): string => `${tenantKey} refused`;

/** A text begins with the age at which it expires, so that the time that is left tells its age. */
function readAged(held: Held | undefined) {
  const [, maxAge, body = ''] = /^(\d{1,15})(?: (.*))?$/s.exec(held?.value ?? '') ?? [];
  if (held === undefined || maxAge === undefined) return undefined;
  return { ageMs: Math.max(0, Number(maxAge) - held.leftMs), body };
}
