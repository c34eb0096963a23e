import type { OperationResult } from '../result.js';
import type { Finding } from './live-event.js';
import type { PollParts, PollRequest, ScheduledPoll } from './live-request.js';
import { type Freshness, maxEventBytes, PollChannel, type PollMessage } from './poll-channel.js';
import { missingSignMs, PollOwner, PollTimer, replyMs } from './poll-timer.js';

/**
 * When a poll runs: at the ticks of its credential, and when a new subscriber needs it. In a fleet one process, the owner,
 * has a lease and runs it; the others deliver what it finds. Where the store is away, each is an owner of its own.
 */
export class PollSchedule {
  private readonly timer: PollTimer;
  private readonly channel: PollChannel;
  private readonly owner: PollOwner;
  /** What this process waits for. */
  private wanted: Freshness | undefined;

  constructor(
    private readonly poll: ScheduledPoll,
    { tenant: { tenantKey }, everySeconds }: PollRequest,
    private readonly parts: PollParts,
  ) {
    const { time, key, shared } = parts;
    const everyMs = everySeconds * 1000;
    this.timer = new PollTimer(poll, time, everyMs, tenantKey);
    this.channel = new PollChannel(shared, `${tenantKey} ${key}`, time, (message, ageMs) => {
      if (!poll.hasEnded) this.receive(message, ageMs);
    });
    this.owner = new PollOwner(this.channel, time, everyMs);
  }

  /** A new subscriber does not accept the last result. */
  want(freshness: Freshness): void {
    const { poll, owner, parts } = this;
    if (parts.shared === undefined || owner.role === 'owner' || poll.isRunning) this.startFor(freshness);
    else if (this.timer.pauseMs() === 0) void this.askOwner(freshness);
  }

  /** A run has ended, and its result is recorded. @param waitMs for which nothing may be sent; 0 without a 429 */
  ran(requests: number, waitMs: number): void {
    this.wanted = undefined;
    this.owner.stopSigning();
    this.timer.pause(waitMs);
    this.setTimer(this.timer.nextDue());
    this.tellLast(requests);
  }

  /** A run has found that no later one can succeed. */
  completed(event: OperationResult): void {
    this.channel.tell({ kind: 'completed', event });
  }

  /** The credential was refused: nobody else may be shown the last event. */
  refused(): void {
    this.channel.forget();
  }

  end(): void {
    this.timer.cancel();
    this.channel.stopListening();
    this.owner.leave();
  }

  private now(): number {
    return this.parts.time.now();
  }

  private setTimer(due: number): void {
    this.timer.set(due, () => {
      const { wanted } = this;
      this.wanted = undefined;
      if (wanted === undefined) void this.runIfOwner(due);
      // The owner has not replied.
      else this.startFor(wanted);
    });
  }

  private startDue(due: number): void {
    this.timer.runDue(due);
    this.sign();
  }

  private startFor({ maxAgeMs }: Freshness): void {
    if (this.timer.pauseMs() > 0) return;
    this.timer.runFor(maxAgeMs);
    this.sign();
    // Such a run moves the next tick, and the lease must hold until then.
    if (this.owner.role === 'owner') void this.owner.mayRun();
  }

  private sign(): void {
    if (this.poll.isRunning && this.owner.role === 'owner') this.owner.signLater();
  }

  private async runIfOwner(due: number): Promise<void> {
    const mayRun = await this.owner.mayRun();
    if (this.poll.hasEnded) return;
    if (mayRun || this.owner.isSilent()) this.startDue(due);
    else this.setTimer(this.owner.nextTry());
  }

  private async askOwner(freshness: Freshness): Promise<void> {
    const mayRun = await this.owner.mayRun();
    if (this.poll.hasEnded) return;
    if (mayRun) {
      this.startFor(freshness);
      // A process that has asked meanwhile waits for the result.
      if (this.poll.isRunning) this.channel.tell({ kind: 'runs' });
      return;
    }
    this.wanted = {
      withinMs: Math.min(freshness.withinMs, this.wanted?.withinMs ?? Infinity),
      maxAgeMs: Math.min(freshness.maxAgeMs, this.wanted?.maxAgeMs ?? Infinity),
    };
    this.channel.tell({ kind: 'wanted', ...freshness });
    this.setTimer(this.now() + replyMs);
  }

  private receive(message: PollMessage, ageMs: number): void {
    switch (message.kind) {
      case 'ran':
        this.receiveResult(message, ageMs + message.ageMs);
        return;
      case 'runs':
        this.owner.noteSign(0);
        this.waitForOwner();
        return;
      case 'wanted':
        if (this.owner.role === 'owner') this.reply(message);
        return;
      case 'left':
        this.replaceOwner();
        return;
      case 'completed':
        this.poll.complete(message.event);
    }
  }

  private receiveResult(message: PollMessage & { readonly kind: 'ran' }, ageMs: number): void {
    const { fingerprint, tookMs, waitMs, requests, isProven } = message;
    const now = this.now();
    this.poll.ranElsewhere(requests, isProven);
    this.timer.pause(waitMs);
    this.owner.noteSign(waitMs);
    const finding = { fingerprint, startedAt: now - ageMs - tookMs, at: now - ageMs };
    const isAllowed = this.poll.isAllowed(finding);
    const isYoung = this.wanted !== undefined && ageMs <= this.wanted.withinMs;
    if (waitMs > 0 || (isYoung && isAllowed)) this.wanted = undefined;
    this.waitForOwner();
    if (!isAllowed) return;
    if (this.poll.needs(finding)) void this.readEvent(finding);
    else this.poll.confirm(finding);
  }

  /** Sets the timer to when the owner must have shown that it runs the poll. */
  private waitForOwner(): void {
    if (this.owner.role === 'owner') return;
    const silentAt = Math.max(this.owner.silentAt(), this.timer.resumption());
    this.setTimer(this.wanted === undefined ? silentAt : this.now() + missingSignMs);
  }

  private async readEvent(finding: Finding): Promise<void> {
    const event = await this.channel.read(finding.fingerprint);
    if (this.poll.hasEnded) return;
    if (event !== undefined) this.poll.note(finding, () => event, maxEventBytes);
    // It is too large to be shared, or the store has lost it.
    else if (this.poll.needs(finding)) this.startDue(this.now());
  }

  /** The owner has left. */
  private replaceOwner(): void {
    if (this.owner.role !== 'listener' || this.timer.pauseMs() > 0) return;
    if (this.wanted !== undefined) void this.askOwner(this.wanted);
    else this.setTimer(this.owner.missedTick());
  }

  /** Gives another process the last result, or begins to find a newer one. */
  private reply(freshness: Freshness): void {
    const { last, isRunning } = this.poll;
    const isRecent = this.timer.pauseMs() > 0 || this.now() - (last?.at ?? -Infinity) <= freshness.withinMs;
    if (!isRunning && last?.event !== undefined && isRecent) {
      this.tellLast();
      return;
    }
    this.startFor(freshness);
    this.channel.tell({ kind: 'runs' });
  }

  /** @param requests undefined where the run was announced before */
  private tellLast(requests?: number): void {
    const { last } = this.poll;
    if (last === undefined) return;
    const { fingerprint, startedAt, at, event } = last;
    if (event !== undefined) this.channel.keep(fingerprint, event);
    const times = { ageMs: this.now() - at, tookMs: at - startedAt, waitMs: this.timer.pauseMs() };
    this.channel.tell({ kind: 'ran', fingerprint, ...times, requests, isProven: this.poll.isAccepted() });
  }
}
