import { Lifetime } from '../../base/lifetime.js';
import { clientLeft } from '../../operation/operation-request.js';
import type { OperationResult } from '../../operation/result.js';
import { type Finding, toEvent } from './live-event.js';
import type { LiveContext, PollRequest } from './live-request.js';
import type { LiveStream } from './live-stream.js';

/** With its stack. */
const bytesPerError = 5000;

/** Without its event where there is no room for it, or a new subscriber must not be shown it. */
type KnownFinding = Finding & { readonly event: OperationResult | undefined };

/** The runs whose mean counts: polls share requests, so that now one sends them and now another. */
const countedRuns = 8;

/**
 * One query that is run again and again for all who have subscribed to it with the same credential.
 */
export class LivePoll {
  readonly everyMs: number;
  private running = false;
  private known: KnownFinding | undefined;
  private knownBytes = 0;
  readonly streams = new Set<LiveStream>();
  /** Those that have no event yet, or that have not read one which nobody keeps. */
  private readonly newcomers = new Set<LiveStream>();
  /** REST requests of the last runs, the newest last. */
  private runs: readonly number[] = [];
  private wasAccepted: boolean;
  private refusedAt: number;
  /** Milliseconds by which the ticks of the credential are moved. */
  private readonly offsetMs: number;
  private pausedUntil = -Infinity;
  private cancelTimer: (() => void) | undefined;
  /** Of the run that is under way, or of the last one. */
  private runLifetime: Lifetime | undefined;

  /**
   * @param request that of its first subscriber
   * @param name the same in each process of a fleet, and no two polls have it
   */
  constructor(
    readonly request: PollRequest,
    readonly name: string,
    readonly context: LiveContext,
  ) {
    this.everyMs = request.everySeconds * 1000;
    this.offsetMs = phaseOf(request.tenant.tenantKey);
    this.wasAccepted = request.isAccepted();
    this.refusedAt = request.tenant.refusedAt;
  }

  get isRunning(): boolean {
    return this.running;
  }

  /** What the last run has found; undefined before the first. */
  get last(): KnownFinding | undefined {
    return this.known;
  }

  /** Of the last event. */
  get eventBytes(): number {
    return this.knownBytes;
  }

  now(): number {
    return this.context.time.now();
  }

  /**
   * Whether the Partner API has accepted its credential, here or at another process, and not
   * refused it since.
   */
  isAccepted(): boolean {
    this.wasAccepted ||= this.request.isAccepted();
    return this.wasAccepted;
  }

  /** The subscriber gets the newest event at once if it is kept. */
  add(stream: LiveStream): void {
    this.streams.add(stream);
    this.newcomers.add(stream);
    const event = this.known?.event;
    if (event !== undefined) this.push(event, this.newcomers);
  }

  /** The last subscriber who leaves stops the timer and a run. */
  remove(stream: LiveStream): void {
    this.streams.delete(stream);
    this.newcomers.delete(stream);
    if (!this.hasEnded) return;
    this.cancelTimer?.();
    this.runLifetime?.end(clientLeft);
  }

  /** Once the last subscriber has left. */
  get hasEnded(): boolean {
    return this.streams.size === 0;
  }

  /** Milliseconds of the pause after a 429 that are left; 0 without one. */
  pauseMs(): number {
    return Math.max(0, this.pausedUntil - this.now());
  }

  /** @param waitMs 0 or less changes nothing */
  pause(waitMs: number): void {
    if (waitMs > 0) this.pausedUntil = this.now() + waitMs;
  }

  /**
   * Milliseconds until a pause is over. Jitter, up to a second, keeps the polls of many credentials
   * from resuming together.
   */
  resumesIn(): number {
    return this.pausedUntil + (this.offsetMs % 1000) - this.now();
  }

  /**
   * Milliseconds until the first multiple of the interval after a time, moved by the credential's
   * offset, so that all of its polls are due together; after a pause where there is one.
   */
  dueIn(after: number): number {
    const { everyMs, offsetMs, pausedUntil } = this;
    const tick = (Math.floor((after - offsetMs) / everyMs) + 1) * everyMs + offsetMs;
    return tick > pausedUntil ? tick - this.now() : this.resumesIn();
  }

  /** Calls back in place of what the timer was set to. */
  setTimer(milliseconds: number, callback: () => void): void {
    this.cancelTimer?.();
    this.cancelTimer = this.context.time.after(milliseconds, callback);
  }

  /**
   * Runs the query, unless it is running. Never rejects: nobody waits for it.
   *
   * @param sentSince responses to requests that were sent then or later will do
   * @param record gets the result, and when its run started, unless the poll has ended; the run
   *   lasts until it has ended too
   */
  async run(
    sentSince: number,
    record: (result: OperationResult, startedAt: number) => Promise<void> | undefined,
  ): Promise<void> {
    const { request, context } = this;
    if (this.running) return;
    this.running = true;
    context.observer.polled();
    const startedAt = this.now();
    const lifetime = new Lifetime();
    this.runLifetime = lifetime;
    try {
      const result = await request.run(sentSince, lifetime);
      const recorded = this.hasEnded ? undefined : record(result, startedAt);
      if (recorded !== undefined) await recorded;
    } catch (error) {
      if (!this.hasEnded) {
        this.complete(toEvent({ errors: [request.report(error)] }, request.live.responseName));
      }
    } finally {
      this.running = false;
    }
  }

  /** Completes all streams, after a last event. */
  complete(event?: OperationResult): void {
    if (event !== undefined) this.push(event, this.streams);
    for (const stream of [...this.streams]) stream.complete();
  }

  countRun(requests: number): void {
    this.runs = [...this.runs, requests].slice(-countedRuns);
  }

  /** REST requests of a run, on average. */
  requestsPerRun(): number {
    return this.runs.reduce((sum, each) => sum + each, 0) / Math.max(1, this.runs.length);
  }

  ranElsewhere(requests: number, isAccepted: boolean): void {
    this.wasAccepted ||= isAccepted;
    this.countRun(requests);
  }

  /** Takes note of what a run has found. @returns whether a subscriber waits for its event */
  note(finding: Finding): boolean {
    const { known } = this;
    if (known === undefined) return true;
    // Two runs that overlap may have read in either order.
    if (finding.fingerprint !== known.fingerprint) return finding.startedAt >= known.at;
    if (finding.at > known.at) this.known = { ...finding, event: known.event };
    return this.newcomers.size > 0;
  }

  /** Whether the run of a finding started after the credential was last refused. */
  isAllowed({ startedAt }: Finding): boolean {
    return startedAt > this.refusedAt;
  }

  /** Nobody may be shown any more what a credential that is refused has read before. */
  refused(): void {
    this.wasAccepted = false;
    this.refusedAt = this.now();
    this.dropEvent();
  }

  /** Streams that have not read it do not keep it either: they wait for the next run. */
  dropEvent(): void {
    if (this.known !== undefined) this.known = { ...this.known, event: undefined };
    this.knownBytes = 0;
    for (const stream of this.streams) if (stream.forget()) this.newcomers.add(stream);
  }

  /**
   * Delivers the event of a finding that a subscriber waits for: to all if it is news, else to
   * those that have no event yet.
   *
   * @param characters of the event, without its messages
   */
  deliver(finding: Finding, event: OperationResult, characters: number): void {
    const { known } = this;
    const isKnown = finding.fingerprint === known?.fingerprint;
    this.known = { ...(isKnown ? known : finding), event };
    this.knownBytes = 4 * characters + bytesPerError * (event.errors?.length ?? 0);
    this.push(event, isKnown ? this.newcomers : this.streams);
    for (const stream of this.streams) stream.replace(event);
    if (!this.isAllowed(finding)) this.dropEvent();
  }

  private push(event: OperationResult, streams: ReadonlySet<LiveStream>): void {
    for (const stream of streams) stream.push(event);
    this.context.observer.delivered(streams.size);
    this.newcomers.clear();
  }
}

/** Milliseconds, up to five seconds: it spreads the polls of different credentials. */
function phaseOf(tenantKey: string): number {
  let sum = 0;
  for (const character of tenantKey) sum = (sum * 31 + character.charCodeAt(0)) % 5000;
  return sum;
}
