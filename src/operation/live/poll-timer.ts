import type { OperationResult } from '../result.js';
import type { LivePoll } from './live-poll.js';
import type { LiveTime } from './live-request.js';
import type { PollChannel } from './poll-channel.js';

/** Milliseconds. A poll that a new subscriber causes may use what another one has read so shortly before. */
export const sharedMs = 1000;

/** Milliseconds by which the timers of one tick may differ. */
const tickMs = 100;

/** The runs of one poll in this process: its timer, and its pause after a 429. */
export class PollTimer {
  private readonly everyMs: number;
  /** Milliseconds by which the ticks of the credential are moved. */
  private readonly offsetMs: number;
  private pausedUntil = -Infinity;
  /** When the run was due that is under way or was last. */
  private due = -Infinity;
  private cancelTimer: (() => void) | undefined;

  /** @param record gets the result of a run, and when it started */
  constructor(
    private readonly poll: LivePoll,
    private readonly time: LiveTime,
    private readonly record: (result: OperationResult, startedAt: number) => void,
  ) {
    this.everyMs = poll.request.everySeconds * 1000;
    this.offsetMs = phaseOf(poll.request.tenant.tenantKey);
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

  /** @param ageMs how long before it was due the requests may have been sent: polls that are due together share them */
  run(due: number, ageMs = tickMs): void {
    if (this.poll.isRunning || this.poll.hasEnded) return;
    this.cancel();
    this.due = due;
    const startedAt = this.time.now();
    void this.poll.run(due - ageMs, (result) => this.record(result, startedAt));
  }

  set(due: number, callback: () => void): void {
    this.cancel();
    this.cancelTimer = this.time.after(due - this.time.now(), callback);
  }

  cancel(): void {
    this.cancelTimer?.();
  }
}

/** Milliseconds, up to five seconds: it spreads the polls of different credentials. */
function phaseOf(tenantKey: string): number {
  let sum = 0;
  for (const character of tenantKey) sum = (sum * 31 + character.charCodeAt(0)) % 5000;
  return sum;
}

/** Intervals that a lease holds: a late owner keeps it, and a dead one is replaced within two. */
const leaseIntervals = 1.4;

/** Intervals without a message of the owner after which the others try to get the lease. */
const silentIntervals = 1.5;

/** Intervals after which a process that hears nothing runs the poll itself, though another one has the lease. */
const deafIntervals = 2.5;

/** Milliseconds after which an owner that still runs the poll says so. */
const signMs = 1000;

/** Milliseconds without a sign of an owner that runs the poll. */
export const missingSignMs = 2 * signMs;

/** Milliseconds that a new subscriber's wish may take to reach the owner, and its reply to come. */
export const replyMs = 250;

/** Which process runs a poll of the fleet, as far as this one knows. */
export class PollOwner {
  /** The age in milliseconds up to which responses will do for the result that this process waits for. */
  wanted: number | undefined;
  /** Alone: nobody can tell who has the lease. */
  role: 'owner' | 'listener' | 'alone' = 'alone';
  /** When another process last showed that it runs the poll, or when the pause ends that it has named. */
  private signedAt = -Infinity;
  /** Lease commands on their way. */
  private asked = 0;
  private cancelSign: (() => void) | undefined;

  constructor(
    private readonly channel: PollChannel,
    private readonly time: LiveTime,
    private readonly everyMs: number,
  ) {}

  /** Takes or extends the lease. @returns whether this process may run the poll */
  async mayRun(): Promise<boolean> {
    this.asked += 1;
    const isOwner = await this.channel.lease(leaseIntervals * this.everyMs);
    this.asked -= 1;
    if (isOwner === false && this.role !== 'listener')
      this.signedAt = Math.max(this.signedAt, this.time.now());
    this.role = isOwner === undefined ? 'alone' : isOwner ? 'owner' : 'listener';
    return this.role !== 'listener';
  }

  ask(maxAgeMs: number): void {
    this.wanted = Math.min(maxAgeMs, this.wanted ?? Infinity);
    this.channel.tell({ kind: 'wanted', maxAgeMs });
  }

  /** Another process has shown that it runs the poll. @param waitMs for which it pauses */
  noteSign(waitMs: number): void {
    this.signedAt = this.time.now() + waitMs;
  }

  /** Whether another process has the lease, and does not show that it runs the poll. */
  isSilent(): boolean {
    return this.time.now() - this.signedAt > deafIntervals * this.everyMs;
  }

  /** By when the owner must have shown that it runs the poll. */
  silentAt(): number {
    return this.time.now() + silentIntervals * this.everyMs;
  }

  /** When to try again after the lease was refused. */
  nextTry(): number {
    return Math.max(this.time.now() + this.everyMs / 2, this.signedAt + silentIntervals * this.everyMs);
  }

  /** When the run is due that an owner would have made that has left. */
  missedTick(): number {
    return Math.max(this.time.now(), this.signedAt + this.everyMs);
  }

  /** Gives up the lease, if this process has it or may get it: the store takes commands in their order. */
  leave(): void {
    this.stopSigning();
    if (this.role === 'owner' || this.asked > 0) this.channel.leave();
  }

  /** Extends the lease of a run that takes long, and lets the others wait for it. */
  signLater(): void {
    this.stopSigning();
    this.cancelSign = this.time.after(Math.min(signMs, this.everyMs / 2), () => {
      void this.mayRun();
      this.channel.tell({ kind: 'runs' });
      this.signLater();
    });
  }

  stopSigning(): void {
    this.cancelSign?.();
  }
}
