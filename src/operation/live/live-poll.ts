import type { OperationResult } from '../result.js';
import { type Finding, toEvent } from './live-event.js';
import type { LiveObserver, PollRequest } from './live-request.js';
import type { LiveStream } from './live-stream.js';

/** With its stack. */
const bytesPerError = 5000;

/** The runs whose mean counts: polls share requests, so that now one sends them and now another. */
const countedRuns = 8;

/** One query that is run again and again for all who have subscribed to it with the same credential: what they have seen. */
export class LivePoll {
  /** Without its event where there is no room for it, or a new subscriber must not be shown it. */
  last: (Finding & { readonly event: OperationResult | undefined }) | undefined;
  /** Of the last event. */
  eventBytes = 0;
  readonly streams = new Set<LiveStream>();
  /** Those that have no event yet. */
  private readonly newcomers = new Set<LiveStream>();
  /** REST requests of the last runs, the newest last. */
  private runs: readonly number[] = [];
  private wasAccepted: boolean;
  private refusedAt: number;

  /** @param request that of its first subscriber */
  constructor(
    readonly request: PollRequest,
    private readonly observer: LiveObserver,
  ) {
    this.wasAccepted = request.isAccepted();
    this.refusedAt = request.tenant.refusedAt;
  }

  /** Whether the Partner API has accepted its credential, here or at another process, and not refused it since. */
  isAccepted(): boolean {
    return (this.wasAccepted ||= this.request.isAccepted());
  }

  /** The subscriber gets the newest event at once if it is kept. */
  add(stream: LiveStream): void {
    this.streams.add(stream);
    this.newcomers.add(stream);
    if (this.last?.event !== undefined) this.push(this.last.event, this.newcomers);
  }

  remove(stream: LiveStream): void {
    this.streams.delete(stream);
    this.newcomers.delete(stream);
  }

  /** Once the last subscriber has left. */
  get hasEnded(): boolean {
    return this.streams.size === 0;
  }

  /** Completes all streams, after a last event. */
  complete(event?: OperationResult): void {
    if (event !== undefined) this.push(event, this.streams);
    for (const stream of [...this.streams]) stream.complete();
  }

  toEvent(result: OperationResult): OperationResult {
    return toEvent(result, this.request.live.responseName);
  }

  countRun(requests: number): void {
    this.runs = [...this.runs, requests].slice(-countedRuns);
  }

  /** REST requests of a run, on average. */
  requestsPerRun(): number {
    return this.runs.reduce((sum, each) => sum + each, 0) / Math.max(1, this.runs.length);
  }

  /** @param requests undefined where the run was announced before */
  ranElsewhere(requests: number | undefined, isAccepted: boolean): void {
    this.wasAccepted ||= isAccepted;
    if (requests !== undefined) this.countRun(requests);
  }

  /** Takes note of what a run has found. @returns whether a subscriber waits for its event */
  note(finding: Finding): boolean {
    const { last } = this;
    if (last === undefined) return true;
    // Two runs that overlap may have read in either order.
    if (finding.fingerprint !== last.fingerprint) return finding.startedAt >= last.at;
    if (finding.at > last.at) this.last = { ...finding, event: last.event };
    return this.newcomers.size > 0;
  }

  /** Whether the run of a finding started after the credential was last refused. */
  isAllowed({ startedAt }: Finding): boolean {
    return startedAt > this.refusedAt;
  }

  /** Nobody may be shown any more what a credential that is refused has read before. */
  refused(at: number): void {
    this.wasAccepted = false;
    this.refusedAt = at;
    this.dropEvent();
  }

  dropEvent(): void {
    if (this.last !== undefined) this.last = { ...this.last, event: undefined };
    this.eventBytes = 0;
  }

  /**
   * Delivers the event of a finding that a subscriber waits for: to all if it is news, else to those that have no event yet.
   *
   * @param characters of the event, without its messages
   */
  deliver(finding: Finding, event: OperationResult, characters: number): void {
    const { last } = this;
    const isKnown = finding.fingerprint === last?.fingerprint;
    this.last = { ...(isKnown ? last : finding), event };
    this.eventBytes = 4 * characters + bytesPerError * (event.errors?.length ?? 0);
    if (!this.isAllowed(finding)) this.dropEvent();
    this.push(event, isKnown ? this.newcomers : this.streams);
  }

  private push(event: OperationResult, streams: ReadonlySet<LiveStream>): void {
    for (const stream of streams) stream.push(event);
    this.observer.delivered(streams.size);
    this.newcomers.clear();
  }
}
