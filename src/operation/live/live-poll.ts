import type { GraphQLError } from 'graphql';
import type { OperationResult } from '../result.js';
import { fingerprintOf, toEvent } from './live-event.js';
import type { LiveOperation } from './live-operation.js';
import type { LiveStream } from './live-stream.js';

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
  readonly live: LiveOperation;
  readonly everySeconds: number;
  /** Runs the query once. */
  readonly run: RunPoll;
  /** Checks what the last run has cost; returns why the poll may not go on. */
  readonly charge: (requests: number) => GraphQLError | undefined;
  /** Milliseconds from now to the next run. */
  readonly untilNext: () => number;
  readonly now: () => number;
  /** Called when the last subscriber has left, or the poll has completed. */
  readonly ended: () => void;
  readonly delivered: (events: number) => void;
}

/** Milliseconds. A first poll may use what another poll has read so shortly before. */
const sharedMs = 1000;

/** Seconds to wait after a 429 that names no time. */
const unnamedWait = 5;

/** Errors after which no later run can succeed. */
const finalCodes: ReadonlySet<unknown> = new Set([
  'UNAUTHENTICATED',
  'BAD_USER_INPUT',
  'GRAPHQL_VALIDATION_FAILED',
  'UPSTREAM_BUDGET_EXCEEDED',
]);

/** One query that is run again and again for all who have subscribed to it with the same credential. */
export class LivePoll {
  private readonly streams = new Set<LiveStream>();
  private last:
    { readonly event: OperationResult; readonly fingerprint: string; readonly at: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private stopRun: (() => void) | undefined;
  private isRunning = false;
  private hasEnded = false;

  constructor(private readonly options: LivePollOptions) {}

  get isPolling(): boolean {
    return !this.hasEnded;
  }

  /** Adds a subscriber, who gets the newest answer at once. @param maxAgeMs an older one is asked for again */
  add(stream: LiveStream, maxAgeMs: number): void {
    this.streams.add(stream);
    if (this.last !== undefined) {
      stream.push(this.last.event);
      this.options.delivered(1);
    }
    if (this.last === undefined || this.options.now() - this.last.at > maxAgeMs)
      this.poll(this.options.now() - sharedMs);
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
    clearTimeout(this.timer);
    this.stopRun?.();
    this.options.ended();
    for (const stream of [...this.streams]) stream.complete();
  }

  private poll(sentSince: number): void {
    if (this.isRunning || this.hasEnded) return;
    clearTimeout(this.timer);
    this.isRunning = true;
    void this.runOnce(sentSince).finally(() => {
      this.isRunning = false;
    });
  }

  private async runOnce(sentSince: number): Promise<void> {
    const result = await this.options.run(sentSince, (callback) => {
      this.stopRun = callback;
      return () => (this.stopRun = undefined);
    });
    if (this.hasEnded) return;
    const refusal = this.options.charge(requestsOf(result));
    const final = refusal ?? finalError(result);
    if (final !== undefined) {
      this.deliver(
        toEvent(refusal === undefined ? result : { errors: [refusal] }, this.options.live.responseName),
      );
      this.end();
      return;
    }
    const limited = result.errors?.filter(({ extensions }) => extensions['code'] === 'RATE_LIMITED') ?? [];
    if (limited.length === 0) this.take(result);
    else this.take({ data: null, errors: limited.slice(0, 1) });
    const waitMs = 1000 * Math.max(0, ...limited.map(waitOf));
    const nextMs = this.options.untilNext();
    // Jitter keeps the polls of many credentials from arriving together.
    const delayMs = waitMs > nextMs ? waitMs + 1000 * Math.random() : nextMs;
    // Polls that are due together share what they read: the timers of one tick do not fire at once.
    const due = this.options.now() + delayMs;
    this.timer = setTimeout(() => this.poll(due), delayMs);
  }

  private take(result: OperationResult): void {
    const { live, now } = this.options;
    const fingerprint = fingerprintOf(result, live.clocks);
    const isNews = fingerprint !== this.last?.fingerprint;
    const event = isNews || this.last === undefined ? toEvent(result, live.responseName) : this.last.event;
    this.last = { event, fingerprint, at: now() };
    if (isNews) this.deliver(event);
  }

  private deliver(event: OperationResult): void {
    for (const stream of this.streams) stream.push(event);
    this.options.delivered(this.streams.size);
  }
}

const waitOf = ({ extensions: { retryAfterSeconds } }: GraphQLError): number =>
  typeof retryAfterSeconds === 'number' ? retryAfterSeconds : unnamedWait;

/** REST requests that the run needed, its own and those that it shared. */
function requestsOf({ extensions }: OperationResult): number {
  const { requests = 0, shared = 0, cached = 0 } = extensions?.upstream ?? {};
  return requests + shared + cached;
}

/** An error that ends the poll: the credential is refused, or nothing can run at all. */
function finalError({ data, errors = [] }: OperationResult): GraphQLError | undefined {
  return errors.find(({ extensions: { code, http } }) =>
    code === 'UNAUTHENTICATED' ? true : data === undefined && finalCodes.has(code) && !isPassing(http),
  );
}

/** A refusal by status 503 passes. */
const isPassing = (http: unknown): boolean =>
  typeof http === 'object' && http !== null && 'status' in http && http.status === 503;
