import type { SharedState } from '../../tenant/shared-state.js';
import type { OperationResult } from '../result.js';
import { describeLast, type FleetPoll, type SharedScheduleOptions } from './fleet-poll.js';
import type { Finding } from './live-event.js';
import { maxEventBytes, PollChannel } from './poll-channel.js';
import type { PollMessage, RanMessage } from './poll-message.js';
import { PollOwner, signMs } from './poll-owner.js';
import { type Freshness, PollSchedule, type RunOutcome } from './poll-schedule.js';

/** Milliseconds that a new subscriber's wish may take to reach the owner, and its reply to come. */
const replyMs = 250;

/** Milliseconds without a sign of an owner that runs the poll. */
const missingSignMs = 2 * signMs;

/**
 * When a poll runs that other processes may run too: one of them, the owner, has a lease and runs it at its ticks; the
 * others deliver what it finds. Where the store is away, each is an owner of its own.
 */
export class SharedSchedule extends PollSchedule {
  private readonly channel: PollChannel;
  private readonly owner: PollOwner;
  /** What this process waits for. */
  private wanted: Freshness | undefined;

  constructor(
    protected override readonly poll: FleetPoll,
    shared: SharedState,
    protected override readonly options: SharedScheduleOptions,
  ) {
    super(poll, options);
    this.channel = new PollChannel(shared, options.name, options.time, (message, ageMs) => {
      if (!poll.hasEnded) this.hear(message, ageMs);
    });
    this.owner = new PollOwner(this.channel, options.time, options.everyMs);
  }

  override want(freshness: Freshness): void {
    if (this.now() < this.pausedUntil) return;
    if (this.owner.role === 'owner' || this.poll.isRunning) super.want(freshness);
    else void this.askOwner(freshness);
  }

  override ran(outcome: RunOutcome): void {
    this.wanted = undefined;
    this.owner.stopSigning();
    super.ran(outcome);
    this.tellLast(outcome.requests);
  }

  completed(event: OperationResult): void {
    this.channel.tell({ kind: 'completed', event });
  }

  refused(): void {
    this.channel.forget();
  }

  override end(): void {
    super.end();
    this.channel.stopListening();
    this.owner.leave();
  }

  protected override isDue(due: number): void {
    if (this.wanted === undefined) {
      void this.runIfOwner(due);
      return;
    }
    // The owner has not replied.
    const { maxAgeMs } = this.wanted;
    this.wanted = undefined;
    this.startFor(maxAgeMs);
  }

  protected override start(due: number, sentSince: number): void {
    super.start(due, sentSince);
    if (this.poll.isRunning && this.owner.role === 'owner') this.owner.signLater();
  }

  protected override startFor(maxAgeMs: number): void {
    super.startFor(maxAgeMs);
    // Such a run moves the next tick, and the lease must hold until then.
    if (this.owner.role === 'owner') void this.owner.mayRun();
  }

  private async runIfOwner(due: number): Promise<void> {
    const mayRun = await this.owner.mayRun();
    if (this.poll.hasEnded) return;
    if (mayRun || this.owner.isSilent()) super.isDue(due);
    else this.setTimer(this.owner.nextTry());
  }

  private async askOwner(freshness: Freshness): Promise<void> {
    const mayRun = await this.owner.mayRun();
    if (this.poll.hasEnded) return;
    if (mayRun) {
      super.want(freshness);
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

  private hear(message: PollMessage, ageMs: number): void {
    switch (message.kind) {
      case 'ran':
        this.hearResult(message, ageMs + message.ageMs);
        return;
      case 'runs':
        this.owner.noteSign(0);
        this.waitForOwner();
        return;
      case 'wanted':
        if (this.owner.role === 'owner') this.reply(message);
        return;
      case 'left':
        this.hearLeave();
        return;
      case 'completed':
        this.poll.complete(message.event);
    }
  }

  private hearResult({ fingerprint, tookMs, waitMs, requests, isProven }: RanMessage, ageMs: number): void {
    const now = this.now();
    this.poll.isProvenElsewhere ||= isProven;
    if (requests !== undefined) this.options.ranElsewhere(requests);
    if (waitMs > 0) this.pausedUntil = now + waitMs;
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
    if (this.wanted !== undefined) this.setTimer(this.now() + missingSignMs);
    else this.setTimer(Math.max(this.owner.silentAt(), this.resumption()));
  }

  private async readEvent(finding: Finding): Promise<void> {
    const event = await this.channel.read(finding.fingerprint);
    if (this.poll.hasEnded) return;
    if (event !== undefined) this.poll.note(finding, () => event, maxEventBytes);
    // It is too large to be shared, or the store has lost it.
    else if (this.poll.needs(finding)) super.isDue(this.now());
  }

  private hearLeave(): void {
    if (this.owner.role !== 'listener' || this.now() < this.pausedUntil) return;
    if (this.wanted !== undefined) void this.askOwner(this.wanted);
    else this.setTimer(this.owner.missedTick());
  }

  /** Gives another process the last result, or begins to find a newer one. */
  private reply(freshness: Freshness): void {
    const { poll } = this;
    const now = this.now();
    const isPaused = now < this.pausedUntil;
    if (
      !poll.isRunning &&
      poll.last?.event !== undefined &&
      (isPaused || now - poll.last.at <= freshness.withinMs)
    ) {
      this.tellLast();
      return;
    }
    super.want(freshness);
    this.channel.tell({ kind: 'runs' });
  }

  /** @param requests undefined where the run was announced before */
  private tellLast(requests?: number): void {
    const { last } = this.poll;
    const message = describeLast(this.poll, this.options, this.pausedUntil - this.now(), requests);
    if (last === undefined || message === undefined) return;
    if (last.event !== undefined) this.channel.keep(last.fingerprint, last.event);
    this.channel.tell(message);
  }
}
