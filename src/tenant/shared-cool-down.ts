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

/** Milliseconds for which a wait is remembered beyond its end: its doublings make the next one longer. */
const memoryMs = 60_000;

const messageSchema = z.object({
  tenantKey: z.string(),
  isNamed: z.boolean(),
  doublings: z.int().min(0).max(1000),
  error: z
    .object({
      message: z.string(),
      facts: z.object({
        status: z.number().optional(),
        operation: z.string().optional(),
        requestId: z.string().optional(),
        retryAfterSeconds: z.number().optional(),
      }),
    })
    .optional(),
});

/** @param coolDownOf the cool-down of a tenant, if this process knows it */
export function shareCoolDowns(
  shared: SharedState,
  now: () => number,
  coolDownOf: (tenantKey: string) => CoolDown | undefined,
): SharedWaits {
  const heard = new LRUCache<string, { readonly at: number; readonly wait: Wait }>({ max: maxWaits });
  shared.listen('cool-down', (text, heldMs) => {
    const message = readMessage(text);
    if (message === undefined) return;
    const { tenantKey, isNamed, doublings, error } = message;
    const wait = { leftMs: heldMs - memoryMs, isNamed, doublings, error: error && refusalOf(error) };
    heard.set(tenantKey, { at: now(), wait });
    coolDownOf(tenantKey)?.heard(wait);
  });
  return {
    announce(tenantKey, { leftMs, isNamed, doublings, error }) {
      const announced = error && describe(error);
      shared.announce(
        'cool-down',
        JSON.stringify({ tenantKey, isNamed, doublings, error: announced }),
        leftMs + memoryMs,
      );
    },
    of(tenantKey) {
      const known = heard.get(tenantKey);
      return known && { ...known.wait, leftMs: known.wait.leftMs - (now() - known.at) };
    },
  };
}

type AnnouncedError = NonNullable<z.output<typeof messageSchema>['error']>;

const describe = ({ message, facts }: PartnerError): AnnouncedError => {
  const { status, operation, requestId, retryAfterSeconds } = facts;
  return { message, facts: { status, operation, requestId, retryAfterSeconds } };
};

const refusalOf = ({ message, facts }: AnnouncedError): PartnerError =>
  new PartnerError('RATE_LIMITED', message, facts);

function readMessage(text: string): z.output<typeof messageSchema> | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
