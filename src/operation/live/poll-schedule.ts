import type { OperationResult } from '../result.js';
import { type Finding, fingerprintOf, isFinal, readQuota } from './live-event.js';
import { LivePoll } from './live-poll.js';
import type { PollRequest } from './live-request.js';
import type { LiveRoom } from './live-room.js';
import type { LiveStream } from './live-stream.js';
import { maxEventBytes, PollChannel, type PollMessage } from './poll-channel.js';
import { missingSignMs, PollOwner, PollTimer, replyMs, sharedMs } from './poll-timer.js';

/**
 * Runs a poll: at the ticks of its credential, and when a new subscriber needs it. In a fleet one process, the owner, has a
 * lease and runs it; the others deliver what it finds. Where the store is away, each is an owner of its own.
 */
export class PollSchedule {
  readonly poll: LivePoll;
  private readonly timer: PollTimer;
  private readonly channel: PollChannel;
  private readonly owner: PollOwner;

  /** @throws GraphQLError where there is no room for it */
  constructor(
    request: PollRequest,
    name: string,
    private readonly room: LiveRoom,
    private readonly ended: () => void,
  ) {
    const { time, shared } = room;
    this.poll = new LivePoll(request, room.observer);
    room.addPoll(this.poll);
    this.timer = new PollTimer(this.poll, time, (result, startedAt) => this.record(result, startedAt));
    this.channel = new PollChannel(shared, name, time, (message, ageMs) => {
      if (!this.poll.hasEnded) this.receive(message, ageMs);
    });
    this.owner = new PollOwner(this.channel, time, request.everySeconds * 1000);
  }

  /** @param maxAgeMs responses up to this age will do for the first event of the subscriber */
  add(stream: LiveStream, maxAgeMs: number): void {
    const { poll, owner, room } = this;
    poll.add(stream);
    if (poll.last?.event !== undefined && room.isFresh(poll.last, maxAgeMs)) return;
    if (room.shared === undefined || owner.role === 'owner' || poll.isRunning) this.startFor(maxAgeMs);
    else if (this.timer.pauseMs() === 0) void this.askOwner(maxAgeMs);
  }

  /** The last subscriber who leaves ends the poll. */
  remove(stream: LiveStream): void {
    const { poll } = this;
    poll.remove(stream);
    if (!poll.hasEnded) return;
    this.timer.cancel();
    this.channel.stopListening?.();
    this.owner.leave();
    this.room.removePoll(poll);
    this.ended();
  }

  /** Nobody else may be shown the last event of a credential that is refused. */
  refused(): void {
    this.poll.refused(this.room.time.now());
    this.channel.forget();
  }

  private setTimer(due: number): void {
    this.timer.set(due, () => {
      const { wanted } = this.owner;
      this.owner.wanted = undefined;
      if (wanted === undefined) void this.runIfOwner(due);
      // The owner has not replied.
      else this.startFor(wanted);
    });
  }

  private start(due: number, ageMs?: number): void {
    this.timer.run(due, ageMs);
    if (this.poll.isRunning && this.owner.role === 'owner') this.owner.signLater();
  }

  private startFor(maxAgeMs: number): void {
    if (this.timer.pauseMs() > 0) return;
    this.start(this.room.time.now(), Math.max(sharedMs, maxAgeMs));
    // Such a run moves the next tick, and the lease must hold until then.
    if (this.owner.role === 'owner') void this.owner.mayRun();
  }

  private record(result: OperationResult, startedAt: number): void {
    const { poll, owner, timer, room } = this;
    const requests = result.extensions?.upstream?.requests ?? 0;
    poll.rate.add(requests);
    const refusal = poll.rate.refusal(room.pollsOf(poll.request.tenant.tenantKey), room.settings);
    if (refusal !== undefined || isFinal(result)) {
      const event = poll.toEvent(refusal === undefined ? result : { errors: [refusal] });
      this.channel.tell({ kind: 'completed', event });
      poll.complete(event);
      return;
    }
    const { shown, waitMs } = readQuota(result);
    const { fingerprint, characters } = fingerprintOf(shown, poll.request.live.clocks);
    const finding = { fingerprint, startedAt, at: this.room.time.now() };
    room.deliver(poll, finding, () => poll.toEvent(shown), characters);
    owner.wanted = undefined;
    owner.stopSigning();
    timer.pause(waitMs);
    this.setTimer(timer.nextDue());
    this.channel.tellLast(poll, timer.pauseMs(), requests);
  }

  private async runIfOwner(due: number): Promise<void> {
    const mayRun = await this.owner.mayRun();
    if (this.poll.hasEnded) return;
    if (mayRun || this.owner.isSilent()) this.start(due);
    else this.setTimer(this.owner.nextTry());
  }

  private async askOwner(maxAgeMs: number): Promise<void> {
    const mayRun = await this.owner.mayRun();
    if (this.poll.hasEnded) return;
    if (mayRun) {
      this.startFor(maxAgeMs);
      // A process that has asked meanwhile waits for the result.
      if (this.poll.isRunning) this.channel.tell({ kind: 'runs' });
      return;
    }
    this.owner.ask(maxAgeMs);
    this.setTimer(this.room.time.now() + replyMs);
  }

  private receive(message: PollMessage, ageMs: number): void {
    const { kind } = message;
    if (kind === 'ran') this.receiveResult(message, ageMs + message.ageMs);
    else if (kind === 'wanted') this.reply(message.maxAgeMs);
    else if (kind === 'left') this.replaceOwner();
    else if (kind === 'completed') this.poll.complete(message.event);
    else {
      this.owner.noteSign(0);
      this.waitForOwner();
    }
  }

  private receiveResult(message: PollMessage & { readonly kind: 'ran' }, ageMs: number): void {
    const { fingerprint, tookMs, waitMs, requests, isProven } = message;
    const now = this.room.time.now();
    const { poll, timer, owner } = this;
    poll.ranElsewhere(requests, isProven);
    timer.pause(waitMs);
    owner.noteSign(waitMs);
    const finding = { fingerprint, startedAt: now - ageMs - tookMs, at: now - ageMs };
    const isAllowed = poll.isAllowed(finding);
    const isFresh = owner.wanted !== undefined && this.room.isFresh(finding, owner.wanted);
    if (waitMs > 0 || (isFresh && isAllowed)) owner.wanted = undefined;
    this.waitForOwner();
    if (!isAllowed) return;
    if (poll.needs(finding)) void this.readEvent(finding);
    else poll.confirm(finding);
  }

  private waitForOwner(): void {
    const { owner, timer, room } = this;
    if (owner.role === 'owner') return;
    const silentAt = Math.max(owner.silentAt(), timer.resumption());
    this.setTimer(owner.wanted === undefined ? silentAt : room.time.now() + missingSignMs);
  }

  private async readEvent(finding: Finding): Promise<void> {
    const event = await this.channel.read(finding.fingerprint);
    if (this.poll.hasEnded) return;
    if (event !== undefined) this.room.deliver(this.poll, finding, () => event, maxEventBytes);
    // It is too large to be shared, or the store has lost it.
    else if (this.poll.needs(finding)) this.start(this.room.time.now());
  }

  private replaceOwner(): void {
    const { owner, timer } = this;
    if (owner.role !== 'listener' || timer.pauseMs() > 0) return;
    if (owner.wanted !== undefined) void this.askOwner(owner.wanted);
    else this.setTimer(owner.missedTick());
  }

  /** Gives another process the last result, or begins to find a newer one. */
  private reply(maxAgeMs: number): void {
    if (this.owner.role !== 'owner') return;
    const { last, isRunning } = this.poll;
    const pauseMs = this.timer.pauseMs();
    const isUsable = last?.event !== undefined && (pauseMs > 0 || this.room.isFresh(last, maxAgeMs));
    if (isUsable && !isRunning) {
      this.channel.tellLast(this.poll, pauseMs);
      return;
    }
    this.startFor(maxAgeMs);
    this.channel.tell({ kind: 'runs' });
  }
}
