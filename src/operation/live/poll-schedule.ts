import type { OperationResult } from '../result.js';
import { type Finding, fingerprintOf, isFinal, readQuota, toEvent } from './live-event.js';
import { fits, pollsRefusal } from './live-limit.js';
import type { LivePoll } from './live-poll.js';
import type { LiveStream } from './live-stream.js';
import { maxEventBytes, type PollMessage, SharedPoll } from './shared-poll.js';

/** Milliseconds. A poll that a new subscriber causes may use what another one has read so shortly before. */
const sharedMs = 1000;

/** Milliseconds that a new subscriber's wish may take to reach the owner, and its reply to come. */
const replyMs = 250;

/** Milliseconds after which an owner that still runs the poll says so. */
const signMs = 1000;

/** Milliseconds without a sign of an owner that runs the poll. */
const missingSignMs = 2 * signMs;

/** Intervals without a message of the owner after which the others try to get the lease. */
const silentIntervals = 1.5;

/** Intervals after which a process that hears nothing runs the poll itself, though another one has the lease. */
const deafIntervals = 2.5;

/**
 * Runs a poll: at the ticks of its credential, and when a new subscriber needs it. In a fleet one process, the owner, has a
 * lease and runs it; the others deliver what it finds. Where the store is away, each is an owner of its own.
 */
export class PollSchedule {
  private readonly shared: SharedPoll;
  /** The age in milliseconds up to which responses will do for the result that this process waits for. */
  private wanted: number | undefined;

  /** @param polls all of this process, by their names */
  constructor(
    readonly poll: LivePoll,
    private readonly polls: Map<string, PollSchedule>,
  ) {
    this.shared = new SharedPoll(poll, (message, ageMs) => {
      if (!poll.hasEnded) this.receive(message, ageMs);
    });
  }

  /** @param maxAgeMs responses up to this age will do for the first event of the subscriber */
  add(stream: LiveStream, maxAgeMs: number): void {
    const { poll, shared } = this;
    poll.add(stream);
    if (poll.last?.event !== undefined && this.isFresh(poll.last, maxAgeMs)) return;
    if (poll.isRunning || poll.pauseMs() > 0) return;
    if (poll.context.shared === undefined || shared.isOwner === true) this.startFor(maxAgeMs);
    else void this.askOwner(maxAgeMs);
  }

  /** The last subscriber who leaves ends the poll. */
  remove(stream: LiveStream): void {
    this.poll.remove(stream);
    if (!this.poll.hasEnded) return;
    this.shared.leave();
    this.polls.delete(this.poll.name);
  }

  /** Nobody else may be shown the last event of a credential that is refused. */
  refused(): void {
    this.poll.refused();
    this.shared.forget();
  }

  private wait(milliseconds: number): void {
    const due = this.poll.now() + milliseconds;
    this.poll.setTimer(milliseconds, () => void this.tick(due));
  }

  private async tick(due: number): Promise<void> {
    const { poll, shared, wanted } = this;
    this.wanted = undefined;
    if (wanted !== undefined) {
      // The owner has not replied.
      this.startFor(wanted);
      return;
    }
    const mayRun = await shared.mayRun();
    if (poll.hasEnded) return;
    if (mayRun || shared.silence() > deafIntervals) this.start(due);
    else this.wait(Math.max(0.5, silentIntervals - shared.silence()) * poll.everyMs);
  }

  private start(due: number, ageMs?: number): void {
    void this.poll.run(due, (result, startedAt) => this.record(result, startedAt), ageMs);
    if (this.poll.isRunning && this.shared.isOwner === true) this.signLater();
  }

  /** Extends the lease of a run that takes long, and lets the others wait for it. The timer is free until the run ends. */
  private signLater(): void {
    const { poll, shared } = this;
    poll.setTimer(Math.min(signMs, poll.everyMs / 2), () => {
      void shared.mayRun();
      shared.tell({ kind: 'runs' });
      this.signLater();
    });
  }

  private startFor(maxAgeMs: number): void {
    if (this.poll.pauseMs() > 0) return;
    this.start(this.poll.now(), Math.max(sharedMs, maxAgeMs));
    // Such a run moves the next tick, and the lease must hold until then.
    if (this.shared.isOwner === true) void this.shared.mayRun();
  }

  private record(result: OperationResult, startedAt: number): void {
    const { poll, shared } = this;
    const { clocks, responseName } = poll.request.live;
    const requests = result.extensions?.upstream.requests ?? 0;
    poll.countRun(requests);
    const refusal = pollsRefusal(poll, this.polls.values(), poll.context.settings);
    if (refusal !== undefined || isFinal(result)) {
      const event = toEvent(refusal === undefined ? result : { errors: [refusal] }, responseName);
      shared.tell({ kind: 'completed', event });
      poll.complete(event);
      return;
    }
    const { shown, waitMs } = readQuota(result);
    const { fingerprint, characters } = fingerprintOf(shown, clocks);
    const finding = { fingerprint, startedAt, at: poll.now() };
    if (poll.note(finding)) this.deliver(finding, toEvent(shown, responseName), characters);
    this.wanted = undefined;
    poll.pause(waitMs);
    this.wait(poll.dueIn());
    shared.tellLast(requests);
  }

  private deliver(finding: Finding, event: OperationResult, characters: number): void {
    this.poll.deliver(finding, event, characters);
    if (!fits(this.poll, this.polls.values())) this.poll.dropEvent();
  }

  /** Whether a new subscriber needs no newer result. */
  private isFresh({ at }: Finding, maxAgeMs: number): boolean {
    const { LIVE_MIN_SECONDS: minSeconds } = this.poll.context.settings;
    return this.poll.now() - at <= Math.max(minSeconds * 1000, maxAgeMs);
  }

  private async askOwner(maxAgeMs: number): Promise<void> {
    const { poll, shared } = this;
    const mayRun = await shared.mayRun();
    if (poll.hasEnded) return;
    if (mayRun) {
      this.startFor(maxAgeMs);
      // A process that has asked meanwhile waits for the result.
      if (poll.isRunning) shared.tell({ kind: 'runs' });
      return;
    }
    this.wanted = Math.min(maxAgeMs, this.wanted ?? Infinity);
    shared.tell({ kind: 'wanted', maxAgeMs });
    this.wait(replyMs);
  }

  private receive(message: PollMessage, ageMs: number): void {
    const { kind } = message;
    if (kind === 'ran') this.receiveResult(message, ageMs + message.ageMs);
    else if (kind === 'wanted') this.reply(message.maxAgeMs);
    else if (kind === 'left') this.replaceOwner();
    else if (kind === 'completed') this.poll.complete(message.event);
    else this.waitForOwner();
  }

  private receiveResult(message: PollMessage & { readonly kind: 'ran' }, ageMs: number): void {
    const { fingerprint, tookMs, waitMs, requests, isProven } = message;
    const { poll, wanted } = this;
    const at = poll.now() - ageMs;
    const finding = { fingerprint, startedAt: at - tookMs, at };
    const isAllowed = poll.isAllowed(finding);
    const isWanted = isAllowed && wanted !== undefined && this.isFresh(finding, wanted);
    if (waitMs > 0 || isWanted) this.wanted = undefined;
    poll.ranElsewhere(requests, isProven);
    poll.pause(waitMs);
    this.waitForOwner();
    if (isAllowed && poll.note(finding)) void this.readEvent(finding);
  }

  /** Another process has shown that it runs the poll. */
  private waitForOwner(): void {
    const { poll, shared, wanted } = this;
    shared.noteSign();
    if (shared.isOwner === true) return;
    const silentMs = Math.max(silentIntervals * poll.everyMs, poll.resumesIn());
    this.wait(wanted === undefined ? silentMs : missingSignMs);
  }

  private async readEvent(finding: Finding): Promise<void> {
    const event = await this.shared.read(finding.fingerprint);
    if (this.poll.hasEnded || !this.poll.note(finding)) return;
    if (event !== undefined) this.deliver(finding, event, maxEventBytes);
    // It is too large to be shared, or the store has lost it.
    else this.start(this.poll.now());
  }

  private replaceOwner(): void {
    const { poll, shared } = this;
    if (shared.isOwner !== false || poll.pauseMs() > 0) return;
    if (this.wanted !== undefined) void this.askOwner(this.wanted);
    // When the run is due that the owner would have made.
    else this.wait(Math.max(0, 1 - shared.silence()) * poll.everyMs);
  }

  /** Gives another process the last result, or begins to find a newer one. */
  private reply(maxAgeMs: number): void {
    const { poll, shared } = this;
    if (shared.isOwner !== true) return;
    const { last } = poll;
    const isUsable = last?.event !== undefined && (poll.pauseMs() > 0 || this.isFresh(last, maxAgeMs));
    if (isUsable && !poll.isRunning) {
      shared.tellLast();
      return;
    }
    this.startFor(maxAgeMs);
    shared.tell({ kind: 'runs' });
  }
}
