import { z } from 'zod';
import { PartnerError } from '../partner/error.js';
import type { Endpoint } from '../partner/endpoint.js';
import { jsonText, type SharedState } from '../shared/shared-state.js';

/**
 * Seconds that waits without a `Retry-After` double up to; the contract does not name the timing of
 * the quota.
 */
const maxWaitSeconds = 30;

/** What another process may tell its clients of a refusal. */
export const refusalSchema = z.object({
  status: z.number().optional(),
  operation: z.string().optional(),
  requestId: z.string().optional(),
  retryAfterSeconds: z.number().optional(),
  upstreamCode: z.string().optional(),
});

const waitSchema = z.object({
  /** Whether the upstream has named the time. */
  isNamed: z.boolean(),
  /**
   * Waits that no upstream has named in a row, this one included. They outlive the wait: the next
   * one is longer.
   */
  doublings: z.int().min(0).max(1000),
  /** The refusal; undefined for a wait that a response has ended. */
  error: z
    .object({ message: z.string(), facts: refusalSchema })
    .transform(({ message, facts }) => new PartnerError('RATE_LIMITED', message, facts))
    .optional(),
});

/** The wait of one credential, as processes tell each other. */
export type Wait = z.output<typeof waitSchema>;

/**
 * Milliseconds. Refusals of requests that were in flight together name times that differ by less,
 * in whole seconds.
 */
const minNewsMs = 1000;

/**
 * The wait after one credential's 429: until the time that the upstream named, nothing is sent for
 * it. Where the upstream names none, the wait is one second, doubling to thirty while refusals
 * continue (docs/operation.md, "Connections, retries and quota"). No wait exceeds
 * MAX_COOL_DOWN_SECONDS: a mistaken header must not lock a credential out.
 */
export class CoolDown {
  private until = -Infinity;
  private announced = -Infinity;
  private wait: Wait = { isNamed: false, doublings: 0 };

  /**
   * @param announce gets a wait that begins or grows, or that has ended with its doublings, for the
   *   other processes
   */
  constructor(
    private readonly now: () => number,
    private readonly maxSeconds: number,
    private readonly announce?: (wait: Wait, leftMs: number) => void,
  ) {}

  /** RATE_LIMITED while nothing may be sent. */
  refusalOf(endpoint: Endpoint): PartnerError | undefined {
    const { error, isNamed } = this.wait;
    if (error === undefined) return undefined;
    const leftMs = this.until - this.now();
    if (leftMs <= 0) return undefined;
    return repeat(error, endpoint, isNamed ? leftMs / 1000 : undefined);
  }

  /** Takes note of a 429; returns it with the wait that applies, where the upstream named one. */
  refused(error: PartnerError): PartnerError {
    const at = this.now();
    const { doublings } = this.wait;
    const named = error.facts.retryAfterSeconds;
    const isNamed = named !== undefined;
    const wanted = named ?? Math.min(maxWaitSeconds, 2 ** doublings);
    const seconds = Math.min(this.maxSeconds, wanted);
    const until = at + seconds * 1000;
    // Responses to requests that were in flight together are one refusal, not many.
    const isWaiting = at < this.until;
    if (isWaiting && !isNamed) return error;
    if (isWaiting && until <= this.until) return withWait(error, (this.until - at) / 1000);
    this.until = until;
    const last = isNamed ? withWait(error, seconds) : error;
    this.wait = { isNamed, doublings: isNamed ? doublings : doublings + 1, error: last };
    if (this.until - this.announced < minNewsMs) return last;
    this.announced = this.until;
    this.announce?.(this.wait, seconds * 1000);
    return last;
  }

  /** Takes note of a response that is not a 429. */
  noteResponse(): void {
    if (this.wait.doublings === 0 || this.now() < this.until) return;
    this.wait = { isNamed: false, doublings: 0 };
    this.announce?.(this.wait, 0);
  }

  /**
   * Takes note of a wait that another process has begun.
   *
   * @param leftMs milliseconds; 0 or less where it is over
   */
  hear({ isNamed, doublings, error }: Wait, leftMs: number): void {
    const until = this.now() + Math.min(this.maxSeconds * 1000, leftMs);
    const isNews = error !== undefined && until > this.until;
    if (!isNews) {
      this.wait = { ...this.wait, doublings };
      return;
    }
    this.wait = { isNamed, doublings, error };
    this.until = until;
    this.announced = until;
  }
}

function withWait(error: PartnerError, retryAfterSeconds: number): PartnerError {
  if (error.facts.retryAfterSeconds === retryAfterSeconds) return error;
  return new PartnerError(
    error.code,
    error.message,
    { ...error.facts, retryAfterSeconds },
    error.cause,
  );
}

/**
 * The remembered refusal as the error of another endpoint: the same response, so the same request
 * id.
 */
export function repeat(
  error: PartnerError,
  endpoint: Endpoint,
  retryAfterSeconds?: number,
): PartnerError {
  const message = error.message.replace(/^partnerV1_\w+/, endpoint.id);
  return new PartnerError(error.code, message, {
    ...error.facts,
    operation: endpoint.id,
    requiredScope: error.code === 'FORBIDDEN' ? endpoint.scope : undefined,
    retryAfterSeconds: retryAfterSeconds ?? error.facts.retryAfterSeconds,
  });
}

/**
 * Milliseconds for which a wait is remembered beyond its end: its doublings make the next one
 * longer.
 */
const memoryMs = 60_000;

const messageSchema = jsonText(waitSchema.extend({ tenantKey: z.string() }));

export function announceWait(
  shared: SharedState,
  tenantKey: string,
  wait: Wait,
  leftMs: number,
): void {
  const error = wait.error && {
    message: wait.error.message,
    facts: refusalSchema.parse(wait.error.facts),
  };
  shared.announce('cool-down', JSON.stringify({ tenantKey, ...wait, error }), leftMs + memoryMs);
}

/** Passes on the waits of other processes. @param coolDownOf the cool-down of a tenant */
export function listenForWaits(
  shared: SharedState,
  coolDownOf: (tenantKey: string) => CoolDown,
): void {
  shared.listen('cool-down', (text, heldMs) => {
    const message = messageSchema.safeParse(text).data;
    if (message !== undefined) coolDownOf(message.tenantKey).hear(message, heldMs - memoryMs);
  });
}
