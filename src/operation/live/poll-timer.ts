import type { ScheduledPoll } from './live-request.js';
import type { LiveTime } from './live-time.js';

/** Milliseconds. A poll that a new subscriber causes may use what another one has read so shortly before. */
const sharedMs = 1000;

/** Milliseconds by which the timers of one tick may differ. */
const tickMs = 100;

/** The runs of one poll in this process: its timer, and its pause after a 429. */
export class PollTimer {
  /** Milliseconds by which the ticks of the credential are moved. */
  private readonly offsetMs: number;
  private pausedUntil = -Infinity;
  /** When the run was due that is under way or was last. */
  private due = -Infinity;
  private cancelTimer: (() => void) | undefined;

  constructor(
    private readonly poll: Pick<ScheduledPoll, 'isRunning' | 'hasEnded' | 'run'>,
    private readonly time: LiveTime,
    private readonly everyMs: number,
    tenantKey: string,
  ) {
    this.offsetMs = phaseOf(tenantKey);
  }

  /** Milliseconds of the pause that are left; 0 without one. */
  pauseMs(): number {
    return Math.max(0, this.pausedUntil - this.time.now());
  }

  /** @param waitMs 0 changes nothing */
  pause(waitMs: number): void {
    if (waitMs > 0) this.pausedUntil = this.time.now() + waitMs;
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
    const after = Math.max(this.time.now(), this.due + tickMs);
    const tick = (Math.floor((after - offsetMs) / everyMs) + 1) * everyMs + offsetMs;
    return tick > pausedUntil ? tick : this.resumption();
  }

  /** Polls that are due together share what they read. */
  runDue(due: number): void {
    this.run(due, due - tickMs);
  }

  /** Runs for a new subscriber. */
  runFor(maxAgeMs: number): void {
    const now = this.time.now();
    this.run(now, now - Math.max(sharedMs, maxAgeMs));
  }

  set(due: number, callback: () => void): void {
    this.cancel();
    this.cancelTimer = this.time.after(due - this.time.now(), callback);
  }

  cancel(): void {
    this.cancelTimer?.();
  }

  private run(due: number, sentSince: number): void {
    if (this.poll.isRunning || this.poll.hasEnded) return;
    this.cancel();
    this.due = due;
    this.poll.run(sentSince);
  }
}

/** Milliseconds, up to five seconds: it spreads the polls of different credentials. */
function phaseOf(tenantKey: string): number {
  let sum = 0;
  for (const character of tenantKey) sum = (sum * 31 + character.charCodeAt(0)) % 5000;
  return sum;
}
