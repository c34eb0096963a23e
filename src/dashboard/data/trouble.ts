import { mayRetry, type ReadError } from '../error/read-error.js';

/** Seconds that double with each failure in a row, up to a limit. */
export class BackOff {
  private failures = 0;

  constructor(
    private readonly firstSeconds: number,
    private readonly maxSeconds: number,
  ) {}

  /** The seconds to wait this time. */
  next(): number {
    const seconds = Math.min(this.maxSeconds, this.firstSeconds * 2 ** this.failures);
    this.failures += 1;
    return seconds;
  }

  reset(): void {
    this.failures = 0;
  }
}

/** What the answers say about asking further: not before a time, or not at all. */
export class Trouble {
  /** Milliseconds since 1970. Before, the quota is spent. */
  waitUntil = 0;
  /** The credential is no longer accepted. */
  isRefused = false;
  /** For a 429 that names no time. */
  private readonly quota = new BackOff(30, 300);

  isWaiting(now: number): boolean {
    return now < this.waitUntil;
  }

  /** Takes note of an answer. @param now milliseconds since 1970 */
  note(errors: readonly ReadError[], now: number): void {
    if (errors.some(({ code }) => code === 'UNAUTHENTICATED')) this.isRefused = true;
    const limited = errors.filter(({ code }) => code === 'RATE_LIMITED');
    if (limited.length === 0) {
      if (errors.length === 0) this.quota.reset();
      return;
    }
    const named = limited.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
    // Several operations meet the same refusal.
    if (named.length === 0 && this.isWaiting(now)) return;
    const seconds = named.length === 0 ? this.quota.next() : Math.max(...named);
    this.waitUntil = Math.max(this.waitUntil, now + 1000 * seconds);
  }
}

/** Whether errors leave a part unread that another attempt may read. */
export const isFailing = (errors: readonly ReadError[]): boolean => errors.some(mayRetry);

export const isUnreachable = (errors: readonly ReadError[]): boolean =>
  errors.some(({ code }) => code === 'FACADE_UNREACHABLE');

/** Whether further operations would fail the same way. */
export const isHopeless = (errors: readonly ReadError[]): boolean =>
  errors.some(({ code }) => code === 'FACADE_UNREACHABLE' || code === 'RATE_LIMITED');
