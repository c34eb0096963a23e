import type { OperationResult } from '../result.js';
import type { LastResult } from './live-event.js';
import type { LiveTime } from './live-time.js';

/** A poll, as its schedule sees it. */
export interface ScheduledPoll {
  readonly last: LastResult | undefined;
  readonly isRunning: boolean;
  readonly hasEnded: boolean;
  /** @param sentSince responses to requests that were sent then or later will do */
  readonly run: (sentSince: number) => void;
}

/** What a new subscriber accepts. */
export interface Freshness {
  /** The age of a result, in milliseconds, up to which no run is needed. */
  readonly withinMs: number;
  /** The age of the responses that a run may use, in milliseconds. */
  readonly maxAgeMs: number;
}

/** What a run has cost and met. */
export interface RunOutcome {
  /** REST requests that it has sent itself. */
  readonly requests: number;
  /** Milliseconds for which nothing may be sent; 0 without a 429. */
  readonly waitMs: number;
}

export interface ScheduleOptions {
  readonly time: LiveTime;
  readonly everyMs: number;
  /** Milliseconds by which the ticks of a credential are moved. */
  readonly offsetMs: number;
}

/** Milliseconds. A poll that a new subscriber causes may use what another one has read so shortly before. */
const sharedMs = 1000;

/** Milliseconds by which the timers of one tick may differ. */
const tickMs = 100;

/** When a poll runs, as the poll sees it. */
export interface Schedule {
  /** A new subscriber does not accept the last result. */
  readonly want: (freshness: Freshness) => void;
  /** A run has ended, and its result is recorded. */
  readonly ran: (outcome: RunOutcome) => void;
  /** A run has found that no later one can succeed. */
  readonly completed?: (event: OperationResult) => void;
  /** The credential was refused: nobody else may be shown the last event. */
  readonly refused?: () => void;
  readonly end: () => void;
}

/** When a poll of one process runs: at the ticks of its credential, and when a new subscriber needs it. */
export class PollSchedule implements Schedule {
  protected pausedUntil = -Infinity;
  /** When the run was due that is under way or was last. */
  private due = -Infinity;
  private cancelTimer: (() => void) | undefined;

  constructor(
    protected readonly poll: ScheduledPoll,
    protected readonly options: ScheduleOptions,
  ) {}

  want({ maxAgeMs }: Freshness): void {
    if (this.now() >= this.pausedUntil) this.startFor(maxAgeMs);
  }

  ran({ waitMs }: RunOutcome): void {
    const now = this.now();
    if (waitMs > 0) this.pausedUntil = now + waitMs;
    const tick = nextTick(Math.max(now, this.due + tickMs), this.options);
    this.setTimer(tick > this.pausedUntil ? tick : this.resumption());
  }

  end(): void {
    this.cancelTimer?.();
  }

  protected now(): number {
    return this.options.time.now();
  }

  /** When a pause is over. Jitter, up to a second, keeps the polls of many credentials from resuming together. */
  protected resumption(): number {
    return this.pausedUntil + (this.options.offsetMs % 1000);
  }

  protected setTimer(due: number): void {
    this.cancelTimer?.();
    this.cancelTimer = this.options.time.after(due - this.now(), () => {
      this.isDue(due);
    });
  }

  protected isDue(due: number): void {
    // Polls that are due together share what they read.
    this.start(due, due - tickMs);
  }

  protected startFor(maxAgeMs: number): void {
    const now = this.now();
    this.start(now, now - Math.max(sharedMs, maxAgeMs));
  }

  protected start(due: number, sentSince: number): void {
    if (this.poll.isRunning || this.poll.hasEnded) return;
    this.cancelTimer?.();
    this.due = due;
    this.poll.run(sentSince);
  }
}

/** The next multiple of the interval, moved by the credential's offset: all of its polls are due together. */
const nextTick = (after: number, { everyMs, offsetMs }: ScheduleOptions): number =>
  (Math.floor((after - offsetMs) / everyMs) + 1) * everyMs + offsetMs;

/** Milliseconds, up to five seconds: it spreads the polls of different credentials. */
export function offsetOf(tenantKey: string): number {
  let sum = 0;
  for (const character of tenantKey) sum = (sum * 31 + character.charCodeAt(0)) % 5000;
  return sum;
}
