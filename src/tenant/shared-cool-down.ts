import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { PartnerError } from '../partner/error.js';
import type { CoolDown, Wait } from './cool-down.js';
import type { SharedState } from './shared-state.js';
import { jsonText } from './shared-value.js';

/** Tenants whose waits are remembered before they come here. */
const maxWaits = 10_000;

/** Milliseconds for which a wait is remembered beyond its end: its doublings make the next one longer. */
const memoryMs = 60_000;

const messageSchema = jsonText(
  z.object({
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
      .transform(({ message, facts }) => new PartnerError('RATE_LIMITED', message, facts))
      .optional(),
  }),
);

/** The waits that the processes of a fleet tell each other of, by `tenantKey`. */
export class SharedWaits {
  private readonly waits = new LRUCache<string, { readonly at: number; readonly wait: Wait }>({
    max: maxWaits,
  });

  /** @param coolDownOf the cool-down of a tenant, if this process knows it */
  constructor(
    private readonly shared: SharedState,
    private readonly now: () => number,
    coolDownOf: (tenantKey: string) => CoolDown | undefined,
  ) {
    shared.listen('cool-down', (text, heldMs) => {
      const message = messageSchema.safeParse(text).data;
      if (message === undefined) return;
      const { tenantKey, isNamed, doublings, error } = message;
      const wait = { leftMs: heldMs - memoryMs, isNamed, doublings, error };
      this.waits.set(tenantKey, { at: now(), wait });
      coolDownOf(tenantKey)?.hear(wait);
    });
  }

  announce(tenantKey: string, { leftMs, isNamed, doublings, error }: Wait): void {
    const message = { tenantKey, isNamed, doublings, error: error && describe(error) };
    this.shared.announce('cool-down', JSON.stringify(message), leftMs + memoryMs);
  }

  /** The wait of a tenant that this process has not known so far. */
  of(tenantKey: string): Wait | undefined {
    const known = this.waits.get(tenantKey);
    return known && { ...known.wait, leftMs: known.wait.leftMs - (this.now() - known.at) };
  }
}

function describe({ message, facts }: PartnerError): object {
  const { status, operation, requestId, retryAfterSeconds } = facts;
  return { message, facts: { status, operation, requestId, retryAfterSeconds } };
}
