import type { OperationResult } from '../../operation/result.js';
import {
  type Finding,
  type Fingerprint,
  fingerprintOf,
  isFinal,
  readQuota,
  toEvent,
} from './live-event.js';
import { fits, pollsRefusal } from './live-limit.js';
import type { LivePoll } from './live-poll.js';
import type { LiveStream } from './live-stream.js';
import { maxEventBytes, messageMs, type PollRun, SharedPoll } from './shared-poll.js';

/**
 * Milliseconds by which the timers of one tick may differ: polls that are due together share their
 * requests.
 */
const tickMs = 100;

/**
 * Milliseconds. A poll that a new subscriber causes may use what another one has read so shortly
 * before.
 */
const sharedMs = 1000;

/**
 * Runs a poll: at the ticks of its credential, and when a new subscriber needs it. In a fleet a
 * process takes a lease for each run and gives its result to the others, which leave the next run
 * to it. Where the store is away, each runs it.
 */
export class PollSchedule {
  private readonly shared: SharedPoll;
  /**
   * When the next run is due; in the past while it is under way, or while this process finds out
   * whether it may start.
   */
  private due = Infinity;

  /** @param polls all of this process, by their names */
  constructor(
    readonly poll: LivePoll,
    private readonly polls: Map<string, PollSchedule>,
  ) {
    this.shared = new SharedPoll(poll, (message) => {
      if (message.kind === 'completed') poll.complete(message.event);
      else void this.hear(message);
    });
  }

  /** @param maxAgeMs responses up to this age will do for the first event of the subscriber */
  add(stream: LiveStream, maxAgeMs: number): void {
    const { poll, due } = this;
    const now = poll.now();
    poll.add(stream);
    const { last } = poll;
    if (last?.event !== undefined && this.isFresh(now - last.at, maxAgeMs)) return;
    const isUnderWay = due <= now || poll.isRunning;
    if (isUnderWay || poll.pauseMs() > 0) return;
    this.due = now;
    this.tick(now, Math.max(sharedMs, maxAgeMs));
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
    this.due = due;
    this.poll.setTimer(milliseconds, () => this.tick(due));
  }

  /** Leaves the next run to the process that has made the last one, unless it is late. */
  private waitForOthers(ageMs = 0): void {
    const { poll, shared } = this;
    this.wait(Math.max(0, poll.everyMs - ageMs, poll.resumesIn()) + shared.stepMs);
  }

  /** @param ageMs how long before the run is due its requests may have been sent */
  private tick(due: number, ageMs = tickMs): void {
    if (this.shared.isAlone) this.start(due - ageMs);
    else void this.startInFleet(due, ageMs);
  }

  /** Starts a run, unless another process is making it or has just made it. */
  private async startInFleet(due: number, ageMs: number): Promise<void> {
    const { poll, shared } = this;
    const isOver = (): boolean => poll.hasEnded || poll.isRunning || due !== this.due;
    // A process that has just begun to listen may have missed the last run.
    const last = poll.last === undefined ? await shared.read() : undefined;
    if (last !== undefined) {
      const isPaused = last.waitMs > last.ageMs;
      if (isPaused || this.isFresh(last.ageMs, ageMs)) void this.hear(last);
    }
    if (isOver()) return;
    const mayRun = await shared.take();
    if (isOver()) return;
    if (mayRun) this.start(due - ageMs);
    else this.wait(shared.stepMs);
  }

  private start(sentSince: number): void {
    const { poll, shared } = this;
    this.extendLater();
    void poll.run(sentSince, (result, startedAt) =>
      this.record(result, startedAt, (run) => {
        this.wait(poll.dueIn(Math.max(poll.now(), this.due + tickMs)));
        shared.give(run);
      }),
    );
  }

  /** Extends the lease of a run that takes long. The timer is free until the run ends. */
  private extendLater(): void {
    this.poll.setTimer(this.shared.stepMs, () => {
      void this.shared.take();
      this.extendLater();
    });
  }

  /** Finds for this process alone what another one has found. */
  private runAlone(): void {
    const { poll } = this;
    void poll.run(poll.now(), (result, startedAt) =>
      this.record(result, startedAt, () => this.waitForOthers()),
    );
  }

  /**
   * @param recorded gets what the others need to know, unless the poll has ended
   * @returns a promise where the result is large
   */
  private record(
    result: OperationResult,
    startedAt: number,
    recorded: (run: PollRun) => void,
  ): Promise<void> | undefined {
    const { poll, shared } = this;
    const { clocks, responseName } = poll.request.live;
    const requests = result.extensions?.upstream.requests ?? 0;
    poll.countRun(requests);
    const refusal = pollsRefusal(poll, this.polls.values(), poll.context.settings);
    if (refusal !== undefined || isFinal(result)) {
      const event = toEvent(refusal === undefined ? result : { errors: [refusal] }, responseName);
      shared.tell({ kind: 'completed', event });
      poll.complete(event);
      return undefined;
    }
    const { shown, waitMs } = readQuota(result);
    const at = poll.now();
    const found = ({ fingerprint, characters }: Fingerprint): void => {
      if (poll.hasEnded) return;
      const finding = { fingerprint, startedAt, at };
      if (poll.note(finding)) this.deliver(finding, toEvent(shown, responseName), characters);
      poll.pause(waitMs);
      recorded({
        kind: 'ran',
        fingerprint,
        ageMs: 0,
        tookMs: at - startedAt,
        waitMs: poll.pauseMs(),
        requests,
        isAccepted: poll.isAccepted(),
      });
    };
    const identity = fingerprintOf(shown, clocks);
    if (identity instanceof Promise) return identity.then(found);
    found(identity);
    return undefined;
  }

  private deliver(finding: Finding, event: OperationResult, characters: number): void {
    this.poll.deliver(finding, event, characters);
    if (!fits(this.poll, this.polls.values())) this.poll.dropEvent();
  }

  /** Whether a new subscriber needs no newer result. */
  private isFresh(ageMs: number, maxAgeMs: number): boolean {
    return ageMs <= Math.max(this.poll.context.settings.LIVE_MIN_SECONDS * 1000, maxAgeMs);
  }

  /** Takes note of a run of another process. */
  private async hear(run: PollRun): Promise<void> {
    const { fingerprint, ageMs, tookMs, waitMs, requests, isAccepted } = run;
    const { poll, shared } = this;
    const at = poll.now() - ageMs;
    const finding = { fingerprint, startedAt: at - tookMs - messageMs, at };
    const isOfUse = (): boolean => !poll.hasEnded && poll.isAllowed(finding);
    poll.ranElsewhere(requests, isAccepted);
    poll.pause(waitMs - ageMs);
    if (!isOfUse()) return;
    if (!poll.isRunning) this.waitForOthers(ageMs);
    if (!poll.note(finding)) return;
    const event = run.event ?? (await shared.readEvent(fingerprint));
    if (!isOfUse() || !poll.note(finding)) return;
    if (event === undefined) {
      // It is too large to be shared, or the store has lost it.
      this.runAlone();
    } else {
      this.deliver(finding, event, maxEventBytes);
    }
  }
}
