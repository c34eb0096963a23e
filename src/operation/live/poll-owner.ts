import type { LiveTime } from './live-time.js';
import type { PollChannel } from './poll-channel.js';

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
