import { z } from 'zod';
import { setTimer } from '../base/timer.js';
import { SharedValue, type ValueState } from '../shared/shared-state.js';

/** What one credential has read: `TenantResponses`. */
interface Holder {
  readonly bytes: number;
  shrink(maxBytes: number): void;
  forget(usedSince: number): void;
}

/**
 * Milliseconds. What is not used for so long, and may be served no more, is forgotten after twice
 * the time at the latest.
 */
const periodMs = 60_000;

/** The same while there is no room for something else. */
const tightPeriodMs = 5000;

/** Milliseconds. A timer takes no more than 24 days. */
const maxPeriodMs = 3_600_000;

/** Milliseconds between two writes of one shared path: clients choose ages in whole seconds. */
const pauseMs = 1000;

/**
 * What credentials have read, by path: the text of the last response, what it was parsed to, and
 * when its request was sent. It serves operations with `max-age`, and saves parsing the next
 * response where that one is the same text: the contract has no ETag, and comparing two texts costs
 * a fiftieth of parsing and checking one.
 *
 * A credential may fill it while there is room. Once it is full, what is used stays, and what is
 * not used for some seconds goes; but a credential with less than an equal share takes room of
 * those with more.
 *
 * The processes of a fleet share the texts, which each parses and checks as its own. Their ages are
 * counted by the clock of what they share.
 */
export class ResponseStore {
  /** Milliseconds after which nobody is served a response. */
  readonly maxAgeMs: number;
  /** What processes share of it. */
  readonly texts: SharedValue<string>;
  private heldBytes = 0;
  /** Those that hold anything. */
  private readonly tenants = new Set<Holder>();
  private timer: NodeJS.Timeout | undefined;
  /** Milliseconds of the timer. */
  private timerMs = 0;

  /**
   * @param maxBytes of all responses: one for each character or byte of a text, and two for what it
   *   is parsed to; see `contentSize`
   *
   * @param maxAgeSeconds after which nobody may be served a response (MAX_STALE_SECONDS)
   * @param state through which processes share them; `Alone` where this one shares none
   * @param now the clock by which requests are sent
   */
  constructor(
    private readonly maxBytes: number,
    maxAgeSeconds: number,
    readonly state: ValueState,
    readonly now: () => number = () => performance.now(),
  ) {
    this.maxAgeMs = 1000 * maxAgeSeconds;
    this.texts = new SharedValue(state, {
      kind: 'response',
      schema: z.string(),
      holdMs: this.maxAgeMs,
      pauseMs,
      maxBytes,
      now,
    });
  }

  /** Of all responses. */
  get bytes(): number {
    return this.heldBytes;
  }

  clear(): void {
    for (const tenant of this.tenants) tenant.shrink(0);
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Whether there is room for an entry of that many bytes, which is made where that is fair. */
  hasRoom(tenant: Holder, bytes: number): boolean {
    if (this.heldBytes + bytes <= this.maxBytes) return true;
    if (this.takeFromOthers(tenant, bytes)) return true;
    if (this.timer !== undefined && this.timerMs > tightPeriodMs) this.forgetAfter(tightPeriodMs);
    return false;
  }

  changed(tenant: Holder, bytes: number): void {
    this.heldBytes += bytes;
    if (tenant.bytes > 0) this.tenants.add(tenant);
    else this.tenants.delete(tenant);
    if (this.timer === undefined && bytes > 0) this.forgetAfter(this.idleMs);
  }

  private get idleMs(): number {
    return Math.max(periodMs, this.maxAgeMs);
  }

  private takeFromOthers(tenant: Holder, bytes: number): boolean {
    const others = this.tenants.has(tenant) ? this.tenants.size - 1 : this.tenants.size;
    const share = this.maxBytes / (others + 1);
    if (tenant.bytes + bytes > share) return false;
    // More than is needed, so that the next entry finds room at once.
    const enough = this.maxBytes - Math.max(bytes, this.maxBytes / 64);
    for (const other of this.tenants) {
      const excess = this.heldBytes - enough;
      if (excess <= 0) break;
      if (other.bytes > share) other.shrink(Math.max(share, other.bytes - excess));
    }
    return this.heldBytes + bytes <= this.maxBytes;
  }

  private forgetAfter(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timerMs = milliseconds;
    this.timer = setTimer(Math.min(milliseconds, maxPeriodMs), () => this.forget(milliseconds));
  }

  private forget(milliseconds: number): void {
    const usedSince = this.now() - milliseconds;
    for (const tenant of this.tenants) tenant.forget(usedSince);
    this.timer = undefined;
    if (this.tenants.size > 0) this.forgetAfter(this.idleMs);
  }
}
