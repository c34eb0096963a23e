import type { OperationResult } from '../result.js';
import { type Finding, toEvent } from './live-event.js';
import { PollRate } from './live-rate.js';
import type { LiveObserver, PollRequest } from './live-request.js';
import type { LiveStream } from './live-stream.js';

/** With its stack. */
const bytesPerError = 5000;

/** One query that is run again and again for all who have subscribed to it with the same credential. */
export class LivePoll {
  /** Without its event where there is no room for it, or a new subscriber must not be shown it. */
  last: (Finding & { readonly event: OperationResult | undefined }) | undefined;
  isRunning = false;
  /** Of the last event. */
  eventBytes = 0;
  readonly rate: PollRate;
  readonly streams = new Set<LiveStream>();
  /** Those that have no event yet. */
  private readonly newcomers = new Set<LiveStream>();
  /** Whether another process has seen that the Partner API accepts the credential. */
  private isAcceptedElsewhere = false;
  private refusedAt: number;
  private stopRun: (() => void) | undefined;

  /** @param request that of its first subscriber */
  constructor(
    readonly request: PollRequest,
    private readonly observer: LiveObserver,
  ) {
    this.rate = new PollRate(request.everySeconds);
    this.refusedAt = request.tenant.refusedAt;
  }

  /** Whether the Partner API has accepted its credential, as far as is known by now. */
  isAccepted(): boolean {
    return this.isAcceptedElsewhere || this.request.isAccepted();
  }

  /** The subscriber gets the newest event at once if it is kept. */
  add(stream: LiveStream): void {
    this.streams.add(stream);
    this.newcomers.add(stream);
    if (this.last?.event !== undefined) this.push(this.last.event, this.newcomers);
  }

  /** The last subscriber who leaves stops a run. */
  remove(stream: LiveStream): void {
    this.streams.delete(stream);
    this.newcomers.delete(stream);
    if (this.hasEnded) this.stopRun?.();
  }

  /** Once the last subscriber has left. */
  get hasEnded(): boolean {
    return this.streams.size === 0;
  }

  /** Runs the query. Never rejects: nobody waits for it. @param record gets the result, unless the poll has ended */
  async run(sentSince: number, record: (result: OperationResult) => void): Promise<void> {
    this.isRunning = true;
    this.observer.polled();
    try {
      const result = await this.request.run(sentSince, (callback) => {
        this.stopRun = callback;
        return () => (this.stopRun = undefined);
      });
      if (!this.hasEnded) record(result);
    } catch (error) {
      if (!this.hasEnded) this.complete(this.toEvent({ errors: [this.request.report(error)] }));
    } finally {
      this.isRunning = false;
    }
  }

  /** Completes all streams, after a last event. */
  complete(event?: OperationResult): void {
    if (event !== undefined) this.push(event, this.streams);
    for (const stream of [...this.streams]) stream.complete();
  }

  toEvent(result: OperationResult): OperationResult {
    return toEvent(result, this.request.live.responseName);
  }

  /** @param requests undefined where the run was announced before */
  ranElsewhere(requests: number | undefined, isAccepted: boolean): void {
    this.isAcceptedElsewhere ||= isAccepted;
    if (requests !== undefined) this.rate.add(requests);
  }

  /** Whether a subscriber waits for the event of a finding. */
  needs(finding: Finding): boolean {
    return (
      this.isNews(finding) || (this.newcomers.size > 0 && finding.fingerprint === this.last?.fingerprint)
    );
  }

  /** Whether the run of a finding started after the credential was last refused. */
  isAllowed({ startedAt }: Finding): boolean {
    return startedAt > this.refusedAt;
  }

  /** Nobody may be shown any more what a credential that is refused has read before. */
  refused(at: number): void {
    this.refusedAt = at;
    this.dropEvent();
  }

  dropEvent(): void {
    if (this.last !== undefined) this.last = { ...this.last, event: undefined };
    this.eventBytes = 0;
  }

  /** A run has found the last result again. */
  confirm(finding: Finding): void {
    const { last } = this;
    if (finding.fingerprint === last?.fingerprint && finding.at > last.at)
      this.last = { ...finding, event: last.event };
  }

  /** Delivers the event of a finding that is needed: to all if it is news, else to those that have no event yet. */
  deliver(finding: Finding, event: OperationResult, characters: number): void {
    const { last } = this;
    const isNews = this.isNews(finding);
    const newest = isNews || last === undefined || finding.at > last.at ? finding : last;
    this.last = { ...newest, event };
    this.eventBytes = 4 * characters + bytesPerError * (event.errors?.length ?? 0);
    if (!this.isAllowed(finding)) this.dropEvent();
    this.push(event, isNews ? this.streams : this.newcomers);
  }

  private push(event: OperationResult, streams: ReadonlySet<LiveStream>): void {
    for (const stream of streams) stream.push(event);
    this.observer.delivered(streams.size);
    this.newcomers.clear();
  }

  /** Whether a result is news to subscribers: two runs that overlap may have read in either order. */
  private isNews({ fingerprint, startedAt }: Finding): boolean {
    if (this.last === undefined) return true;
    return fingerprint !== this.last.fingerprint && startedAt >= this.last.at;
  }
}
