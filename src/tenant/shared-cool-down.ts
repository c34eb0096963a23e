import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { PartnerError } from '../partner/error.js';
import type { CoolDown, Wait } from './cool-down.js';
import type { SharedState } from './shared-state.js';

/** The waits that the processes of a fleet tell each other of, by `tenantKey`. */
export interface SharedWaits {
  announce(tenantKey: string, wait: Wait): void;
  /** The wait of a tenant that this process has not known so far. */
  of(tenantKey: string): Wait | undefined;
}

/** Tenants whose waits are remembered before they come here. */
const maxWaits = 10_000;

const messageSchema = z.object({
  tenantKey: z.string(),
  isNamed: z.boolean(),
  doublings: z.int().min(0).max(1000),
  message: z.string(),
  facts: z.object({
    status: z.number().optional(),
    operation: z.string().optional(),
    requestId: z.string().optional(),
    retryAfterSeconds: z.number().optional(),
  }),
});

/** @param coolDownOf the cool-down of a tenant, if this process knows it */
export function shareCoolDowns(
  shared: SharedState,
  now: () => number,
  coolDownOf: (tenantKey: string) => CoolDown | undefined,
): SharedWaits {
  const heard = new LRUCache<string, { readonly until: number; readonly wait: Wait }>({ max: maxWaits });
  shared.listen('cool-down', (text, leftMs) => {
    const message = readMessage(text);
    if (message === undefined) return;
    const { tenantKey, isNamed, doublings, facts } = message;
    const wait = {
      leftMs,
      isNamed,
      doublings,
      error: new PartnerError('RATE_LIMITED', message.message, facts),
    };
    const until = now() + leftMs;
    if (until > (heard.peek(tenantKey)?.until ?? -Infinity)) heard.set(tenantKey, { until, wait });
    coolDownOf(tenantKey)?.heard(wait);
  });
  return {
    announce(tenantKey, { leftMs, isNamed, doublings, error: { message, facts } }) {
      const { status, operation, requestId, retryAfterSeconds } = facts;
      const told = { status, operation, requestId, retryAfterSeconds };
      const text = JSON.stringify({ tenantKey, isNamed, doublings, message, facts: told });
      shared.announce('cool-down', text, leftMs);
    },
    of(tenantKey) {
      const known = heard.get(tenantKey);
      const leftMs = known === undefined ? 0 : known.until - now();
      return known === undefined || leftMs <= 0 ? undefined : { ...known.wait, leftMs };
    },
  };
}

function readMessage(text: string): z.output<typeof messageSchema> | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
