import type { GraphQLError } from 'graphql';
import type { OperationResult } from '../result.js';
import { type Finding, fingerprintOf, type LastResult, textOf, toEvent } from './live-event.js';
import type { LiveOperation } from './live-operation.js';
import { isFinal, readQuota } from './live-outcome.js';
import type { LiveStream } from './live-stream.js';
import type { LiveTime } from './live-time.js';
import type { Schedule } from './poll-schedule.js';

/**
 * Runs the query of a poll once.
 *
 * @param sentSince responses to requests that were sent then or later will do: other polls may have read them
 * @param onStop calls back when the last subscriber has left; it returns how to stop listening
 */
export type RunPoll = (
  sentSince: number,
  onStop: (callback: () => void) => () => void,
) => Promise<OperationResult>;

/** What a poll needs of its hub. */
export interface LivePollOptions {
  readonly live: Pick<LiveOperation, 'responseName' | 'clocks'>;
  readonly run: RunPoll;
  /** Logs an error that no run should throw; returns its public form. */
  readonly report: (error: unknown) => GraphQLError;
  /** Notes what a run has cost; returns why the poll may not go on. */
  readonly charge: (requests: number) => GraphQLError | undefined;
  readonly time: LiveTime;
  /** Decides when the poll runs. */
  readonly schedule: (poll: LivePoll) => Schedule;
  /** Called when the last subscriber has left, or the poll has completed. */
  readonly ended: () => void;
  readonly delivered: (events: number) => void;
  /** Whether there is room for an event of so many characters, in place of the last one. */
  readonly keeps: (characters: number, errors: number) => boolean;
  /** When the credential was last refused, by `time`. */
  readonly refusedAt: number;
}

/** One query that is run again and again for all who have subscribed to it with the same credential. */
export class LivePoll {
  last: LastResult | undefined;
  isRunning = false;
  hasEnded = false;
  /** Whether another process has seen that the Partner API accepts the credential. */
  isProvenElsewhere = false;
  private readonly streams = new Set<LiveStream>();
  /** Those that have no event yet. */
  private readonly newcomers = new Set<LiveStream>();
  private refusedAt: number;
  private readonly schedule: Schedule;
  private stopRun: (() => void) | undefined;

  constructor(private readonly options: LivePollOptions) {
    this.refusedAt = options.refusedAt;
    this.schedule = options.schedule(this);
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
    if (last?.event === undefined || this.options.time.now() - last.at > withinMs)
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
    this.options.ended();
    for (const stream of [...this.streams]) stream.complete();
  }

  run(sentSince: number): void {
    this.isRunning = true;
    void this.runOnce(sentSince);
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
    this.refusedAt = this.options.time.now();
    if (this.last !== undefined) this.last = { ...this.last, event: undefined };
    this.options.keeps(0, 0);
    this.schedule.refused?.();
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
    const isKept = this.isAllowed(finding) && this.options.keeps(characters, event.errors?.length ?? 0);
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
    const startedAt = this.options.time.now();
    try {
      const result = await this.options.run(sentSince, (callback) => {
        this.stopRun = callback;
        return () => (this.stopRun = undefined);
      });
      if (!this.hasEnded) this.take(result, startedAt);
    } catch (error) {
      if (!this.hasEnded) this.complete(this.toEvent({ errors: [this.options.report(error)] }));
    } finally {
      this.isRunning = false;
    }
  }

  private take(result: OperationResult, startedAt: number): void {
    const requests = result.extensions?.upstream?.requests ?? 0;
    const refusal = this.options.charge(requests);
    if (refusal !== undefined || isFinal(result)) {
      const event = this.toEvent(refusal === undefined ? result : { errors: [refusal] });
      this.schedule.completed?.(event);
      this.complete(event);
      return;
    }
    const { shown, waitMs } = readQuota(result);
    const text = textOf(shown, this.options.live.clocks);
    const finding = { fingerprint: fingerprintOf(text), startedAt, at: this.options.time.now() };
    this.note(finding, () => this.toEvent(shown), text.length);
    this.schedule.ran({ requests, waitMs });
  }

  private toEvent(result: OperationResult): OperationResult {
    return toEvent(result, this.options.live.responseName);
  }

  private push(event: OperationResult, streams: ReadonlySet<LiveStream>): void {
    for (const stream of streams) stream.push(event);
    this.options.delivered(streams.size);
    this.newcomers.clear();
  }
}
