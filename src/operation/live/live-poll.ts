import type { GraphQLError } from 'graphql';
import type { OperationResult } from '../result.js';
import { type Finding, fingerprintOf, type LastResult, toEvent } from './live-event.js';
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
}

/** One query that is run again and again for all who have subscribed to it with the same credential. */
export class LivePoll {
  last: LastResult | undefined;
  isRunning = false;
  hasEnded = false;
  /** Whether another process has seen that the Partner API accepts the credential. */
  isProvenElsewhere = false;
  private readonly streams = new Set<LiveStream>();
  private readonly schedule: Schedule;
  private stopRun: (() => void) | undefined;

  constructor(private readonly options: LivePollOptions) {
    this.schedule = options.schedule(this);
  }

  /**
   * Adds a subscriber, who gets the newest event at once.
   *
   * @param minMs an older event makes the poll run, unless the subscriber accepts it
   * @param maxAgeMs responses up to this age will do for the subscriber's first event
   */
  add(stream: LiveStream, minMs: number, maxAgeMs: number): void {
    this.streams.add(stream);
    if (this.last !== undefined) {
      stream.push(this.last.event);
      this.options.delivered(1);
    }
    const withinMs = Math.max(minMs, maxAgeMs);
    if (this.last === undefined || this.options.time.now() - this.last.at > withinMs)
      this.schedule.want({ withinMs, maxAgeMs });
  }

  /** Removes one who has left; the last one ends the poll. */
  remove(stream: LiveStream): void {
    this.streams.delete(stream);
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

  /** Takes note of a result, and delivers it if it is news. */
  note(finding: Finding, toEvent: () => OperationResult): void {
    if (this.isNews(finding)) {
      this.last = { ...finding, event: toEvent() };
      this.push(this.last.event);
    } else this.confirm(finding);
  }

  /** Takes note of a run that has found the last result again. */
  confirm(finding: Finding): void {
    const { last } = this;
    if (finding.fingerprint === last?.fingerprint && finding.at > last.at)
      this.last = { ...finding, event: last.event };
  }

  /** Delivers the last event. */
  complete(event: OperationResult): void {
    this.push(event);
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
    const fingerprint = fingerprintOf(shown, this.options.live.clocks);
    this.note({ fingerprint, startedAt, at: this.options.time.now() }, () => this.toEvent(shown));
    this.schedule.ran({ requests, waitMs });
  }

  private toEvent(result: OperationResult): OperationResult {
    return toEvent(result, this.options.live.responseName);
  }

  private push(event: OperationResult): void {
    for (const stream of this.streams) stream.push(event);
    this.options.delivered(this.streams.size);
  }
}
