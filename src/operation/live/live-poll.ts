import { GraphQLError } from 'graphql';
import type { OperationResult } from '../result.js';
import { fingerprintOf, toEvent } from './live-event.js';
import type { LiveOperation } from './live-operation.js';
import type { LiveStream } from './live-stream.js';
import type { LiveTime } from './live-time.js';

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
  /** When the poll is due next after a time. */
  readonly nextTick: (after: number) => number;
  readonly time: LiveTime;
  /** Milliseconds, up to a second, by which the polls of a credential resume late after a 429. */
  readonly jitterMs: number;
  /** Called when the last subscriber has left, or the poll has completed. */
  readonly ended: () => void;
  readonly delivered: (events: number) => void;
}

interface LastResult {
  readonly event: OperationResult;
  readonly fingerprint: string;
  readonly at: number;
}

/** Milliseconds. A poll that a new subscriber causes may use what another one has read so shortly before. */
const sharedMs = 1000;

/** Milliseconds by which the timers of one tick may differ. */
const tickMs = 100;

/** Seconds to wait after a 429 that names no time. */
const unnamedWait = 5;

/** Errors after which no later run can succeed, where they are all that a run returns. */
const finalCodes: ReadonlySet<unknown> = new Set([
  'UNAUTHENTICATED',
  'BAD_USER_INPUT',
  'GRAPHQL_VALIDATION_FAILED',
  'UPSTREAM_BUDGET_EXCEEDED',
]);

/** One query that is run again and again for all who have subscribed to it with the same credential. */
export class LivePoll {
  private readonly streams = new Set<LiveStream>();
  private last: LastResult | undefined;
  /** When the run was due that is under way or was last. */
  private due = -Infinity;
  private pausedUntil = -Infinity;
  private cancelTimer: (() => void) | undefined;
  private stopRun: (() => void) | undefined;
  private isRunning = false;
  private hasEnded = false;

  constructor(private readonly options: LivePollOptions) {}

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
    const now = this.options.time.now();
    if (now < this.pausedUntil) return;
    if (this.last === undefined || now - this.last.at > Math.max(minMs, maxAgeMs))
      this.start(now, now - Math.max(sharedMs, maxAgeMs));
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
    this.cancelTimer?.();
    this.stopRun?.();
    this.options.ended();
    for (const stream of [...this.streams]) stream.complete();
  }

  private start(due: number, sentSince: number): void {
    if (this.isRunning || this.hasEnded) return;
    this.cancelTimer?.();
    this.due = due;
    this.isRunning = true;
    void this.runOnce(sentSince);
  }

  /** Never rejects: nobody waits for it. */
  private async runOnce(sentSince: number): Promise<void> {
    try {
      const result = await this.options.run(sentSince, (callback) => {
        this.stopRun = callback;
        return () => (this.stopRun = undefined);
      });
      if (!this.hasEnded) this.take(result);
    } catch (error) {
      if (!this.hasEnded) this.complete({ errors: [this.options.report(error)] });
    } finally {
      this.isRunning = false;
    }
  }

  private take(result: OperationResult): void {
    const refusal = this.options.charge(result.extensions?.upstream?.requests ?? 0);
    if (refusal !== undefined) this.complete({ errors: [refusal] });
    else if (isFinal(result)) this.complete(result);
    else {
      const limited = (result.errors ?? []).filter(isRateLimited);
      this.deliver(limited[0] === undefined ? result : withoutData(result, limited[0]));
      this.schedule(1000 * Math.max(0, ...limited.map(waitOf)));
    }
  }

  /** Delivers the last event. */
  private complete(result: OperationResult): void {
    this.push(toEvent(result, this.options.live.responseName));
    this.end();
  }

  private schedule(waitMs: number): void {
    const { time, nextTick, jitterMs } = this.options;
    const now = time.now();
    if (waitMs > 0) this.pausedUntil = now + waitMs;
    const tick = nextTick(Math.max(now, this.due + tickMs));
    // The jitter keeps the polls of many credentials from resuming together.
    const due = tick > this.pausedUntil ? tick : this.pausedUntil + jitterMs;
    // Polls that are due together share what they read.
    this.cancelTimer = time.after(due - now, () => {
      this.start(due, due - tickMs);
    });
  }

  private deliver(result: OperationResult): void {
    const { live, time } = this.options;
    const fingerprint = fingerprintOf(result, live.clocks);
    const at = time.now();
    if (fingerprint === this.last?.fingerprint) {
      this.last = { ...this.last, at };
      return;
    }
    const event = toEvent(result, live.responseName);
    this.last = { event, fingerprint, at };
    this.push(event);
  }

  private push(event: OperationResult): void {
    for (const stream of this.streams) stream.push(event);
    this.options.delivered(this.streams.size);
  }
}

const isRateLimited = ({ extensions }: GraphQLError): boolean => extensions['code'] === 'RATE_LIMITED';

const waitOf = ({ extensions: { retryAfterSeconds } }: GraphQLError): number =>
  typeof retryAfterSeconds === 'number' ? retryAfterSeconds : unnamedWait;

/** The refusal alone, of the whole subscription: which of its fields met it is chance. */
const withoutData = (
  { extensions }: OperationResult,
  { message, extensions: facts }: GraphQLError,
): OperationResult => ({
  data: null,
  errors: [new GraphQLError(message, { extensions: facts })],
  ...(extensions && { extensions }),
});

/** Whether the credential is refused, or nothing can run at all. */
const isFinal = ({ data, errors = [] }: OperationResult): boolean =>
  errors.some(
    ({ extensions: { code } }) => code === 'UNAUTHENTICATED' || (data === undefined && finalCodes.has(code)),
  );
