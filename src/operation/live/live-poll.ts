import type { OperationResult } from '../result.js';
import {
  type Finding,
  fingerprintOf,
  isFinal,
  type LastResult,
  readQuota,
  textOf,
  toEvent,
} from './live-event.js';
import { checkRates, PollRate } from './live-rate.js';
import type { PollParts, PollRequest, ScheduledPoll } from './live-request.js';
import type { BoundedPoll } from './live-room.js';
import type { LiveStream } from './live-stream.js';
import { PollSchedule } from './poll-schedule.js';

/** One query that is run again and again for all who have subscribed to it with the same credential. */
export class LivePoll implements BoundedPoll, ScheduledPoll {
  last: LastResult | undefined;
  isRunning = false;
  hasEnded = false;
  eventBytes = 0;
  readonly rate: PollRate;
  readonly live: PollRequest['live'];
  readonly variables: string;
  /** Whether another process has seen that the Partner API accepts the credential. */
  private isAcceptedElsewhere = false;
  readonly streams = new Set<LiveStream>();
  /** Those that have no event yet. */
  private readonly newcomers = new Set<LiveStream>();
  private refusedAt: number;
  private readonly schedule: PollSchedule;
  private stopRun: (() => void) | undefined;

  /**
   * @param request that of its first subscriber
   * @throws GraphQLError where there is no room for it
   */
  constructor(
    private readonly request: PollRequest,
    private readonly parts: PollParts,
  ) {
    this.live = request.live;
    this.variables = request.variables;
    this.rate = new PollRate(request.everySeconds);
    this.refusedAt = request.tenant.refusedAt;
    parts.room.addPoll(this);
    this.schedule = new PollSchedule(this, request, parts);
  }

  isAccepted(): boolean {
    return this.isAcceptedElsewhere || this.request.isAccepted();
  }

  /**
   * Adds a subscriber, who gets the newest event at once if it is kept.
   *
   * @param minMs an older event makes the poll run, unless the subscriber accepts it
   * @param maxAgeMs responses up to this age will do for the subscriber's first event
   */
  add(stream: LiveStream, minMs: number, maxAgeMs: number): void {
    this.streams.add(stream);
    this.newcomers.add(stream);
    const { last } = this;
    if (last?.event !== undefined) this.push(last.event, this.newcomers);
    const withinMs = Math.max(minMs, maxAgeMs);
    if (last?.event === undefined || this.parts.time.now() - last.at > withinMs)
      this.schedule.want({ withinMs, maxAgeMs });
  }

  /** Removes one who has left; the last one ends the poll. */
  remove(stream: LiveStream): void {
    this.streams.delete(stream);
    this.newcomers.delete(stream);
    if (this.streams.size === 0) this.end();
  }

  /** Completes all streams. */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.schedule.end();
    this.stopRun?.();
    this.parts.room.removePoll(this);
    this.parts.ended();
    for (const stream of [...this.streams]) stream.complete();
  }

  run(sentSince: number): void {
    this.isRunning = true;
    this.parts.observer.polled();
    void this.runOnce(sentSince);
  }

  /** Takes note of a run of another process. @param requests undefined where the run was announced before */
  ranElsewhere(requests: number | undefined, isAccepted: boolean): void {
    this.isAcceptedElsewhere ||= isAccepted;
    if (requests !== undefined) this.rate.add(requests);
  }

  /** Whether a result tells subscribers more than the last one: two runs that overlap may have read in either order. */
  isNews({ fingerprint, startedAt }: Finding): boolean {
    if (this.last === undefined) return true;
    return fingerprint !== this.last.fingerprint && startedAt >= this.last.at;
  }

  needs(finding: Finding): boolean {
    return (
      this.isNews(finding) || (this.newcomers.size > 0 && finding.fingerprint === this.last?.fingerprint)
    );
  }

  isAllowed({ startedAt }: Finding): boolean {
    return startedAt > this.refusedAt;
  }

  /** Takes note that the credential was refused: nobody may be shown any more what it has read before. */
  refused(): void {
    this.refusedAt = this.parts.time.now();
    if (this.last !== undefined) this.last = { ...this.last, event: undefined };
    this.eventBytes = 0;
    this.schedule.refused();
  }

  /**
   * Takes note of a result, and delivers it to all if it is news, else to those that have no event yet.
   *
   * @param characters of the event as JSON, without its messages
   */
  note(finding: Finding, toEvent: () => OperationResult, characters: number): void {
    const isNews = this.isNews(finding);
    if (!isNews) this.confirm(finding);
    if (!this.needs(finding)) return;
    const event = toEvent();
    const isKept =
      this.isAllowed(finding) && this.parts.room.keepsEvent(this, characters, event.errors?.length ?? 0);
    const kept = isNews || this.last === undefined ? finding : this.last;
    this.last = { ...kept, event: isKept ? event : undefined };
    this.push(event, isNews ? this.streams : this.newcomers);
  }

  /** Takes note of a run that has found the last result again. */
  confirm(finding: Finding): void {
    const { last } = this;
    if (finding.fingerprint === last?.fingerprint && finding.at > last.at)
      this.last = { ...finding, event: last.event };
  }

  /** Delivers the last event. */
  complete(event: OperationResult): void {
    this.push(event, this.streams);
    this.end();
  }

  /** Never rejects: nobody waits for it. */
  private async runOnce(sentSince: number): Promise<void> {
    const startedAt = this.parts.time.now();
    try {
      const result = await this.request.run(sentSince, (callback) => {
        this.stopRun = callback;
        return () => (this.stopRun = undefined);
      });
      if (!this.hasEnded) this.record(result, startedAt);
    } catch (error) {
      if (!this.hasEnded) this.complete(this.toEvent({ errors: [this.request.report(error)] }));
    } finally {
      this.isRunning = false;
    }
  }

  private record(result: OperationResult, startedAt: number): void {
    const { polls, maxPerMinute, time } = this.parts;
    const requests = result.extensions?.upstream?.requests ?? 0;
    this.rate.add(requests);
    const refusal = checkRates(this.rate, polls.values(), maxPerMinute);
    if (refusal !== undefined || isFinal(result)) {
      const event = this.toEvent(refusal === undefined ? result : { errors: [refusal] });
      this.schedule.completed(event);
      this.complete(event);
      return;
    }
    const { shown, waitMs } = readQuota(result);
    const text = textOf(shown, this.live.clocks);
    const finding = { fingerprint: fingerprintOf(text), startedAt, at: time.now() };
    this.note(finding, () => this.toEvent(shown), text.length);
    this.schedule.ran(requests, waitMs);
  }

  private toEvent(result: OperationResult): OperationResult {
    return toEvent(result, this.live.responseName);
  }

  private push(event: OperationResult, streams: ReadonlySet<LiveStream>): void {
    for (const stream of streams) stream.push(event);
    this.parts.observer.delivered(streams.size);
    this.newcomers.clear();
  }
}
