import type { OperationResult } from '../result.js';
import type { LivePoll } from './live-poll.js';
import type { LiveContext } from './live-request.js';

/** Milliseconds by which the timers of one tick may differ. */
const tickMs = 100;

/** The runs of one poll in this process: when they are due, and the pause after a 429. */
export class PollTimer {
  isRunning = false;
  private readonly everyMs: number;
  /** Milliseconds by which the ticks of the credential are moved. */
  private readonly offsetMs: number;
  private pausedUntil = -Infinity;
  /** When the run was due that is under way or was last. */
  private due = -Infinity;
  private cancelTimer: (() => void) | undefined;
  private stopRun: (() => void) | undefined;

  /** @param record gets the result of a run, and when it started, unless the poll has ended */
  constructor(
    private readonly poll: LivePoll,
    private readonly context: LiveContext,
    private readonly record: (result: OperationResult, startedAt: number) => void,
  ) {
    this.everyMs = poll.request.everySeconds * 1000;
    this.offsetMs = phaseOf(poll.request.tenant.tenantKey);
  }

  /** Milliseconds of the pause that are left; 0 without one. */
  pauseMs(): number {
    return Math.max(0, this.pausedUntil - this.context.time.now());
  }

  /** @param waitMs 0 changes nothing */
  pause(waitMs: number): void {
    if (waitMs > 0) this.pausedUntil = this.context.time.now() + waitMs;
  }

  /** When a pause is over. Jitter, up to a second, keeps the polls of many credentials from resuming together. */
  resumption(): number {
    return this.pausedUntil + (this.offsetMs % 1000);
  }

  /**
   * The next multiple of the interval, moved by the credential's offset, so that all of its polls are due together; after a
   * pause where there is one.
   */
  nextDue(): number {
    const { everyMs, offsetMs, pausedUntil } = this;
    const after = Math.max(this.context.time.now(), this.due + tickMs);
    const tick = (Math.floor((after - offsetMs) / everyMs) + 1) * everyMs + offsetMs;
    return tick > pausedUntil ? tick : this.resumption();
  }

  /**
   * Runs the query, unless it is running. Never rejects: nobody waits for it.
   *
   * @param ageMs how long before it was due the requests may have been sent: polls that are due together share them
   */
  async run(due: number, ageMs = tickMs): Promise<void> {
    const { poll, context } = this;
    const { request } = poll;
    if (this.isRunning) return;
    this.cancelTimer?.();
    this.due = due;
    this.isRunning = true;
    context.observer.polled();
    const startedAt = context.time.now();
    try {
      const result = await request.run(due - ageMs, (callback) => {
        this.stopRun = callback;
        return () => (this.stopRun = undefined);
      });
      if (!poll.hasEnded) this.record(result, startedAt);
    } catch (error) {
      if (!poll.hasEnded) poll.complete(poll.toEvent({ errors: [request.report(error)] }));
    } finally {
      this.isRunning = false;
    }
  }

  set(due: number, callback: () => void): void {
    const { time } = this.context;
    this.cancelTimer?.();
    this.cancelTimer = time.after(due - time.now(), callback);
  }

  /** Ends the poll, and a run of it that is under way. */
  stop(): void {
    this.cancelTimer?.();
    this.stopRun?.();
  }
}

/** Milliseconds, up to five seconds: it spreads the polls of different credentials. */
function phaseOf(tenantKey: string): number {
  let sum = 0;
  for (const character of tenantKey) sum = (sum * 31 + character.charCodeAt(0)) % 5000;
  return sum;
}
