import type { GraphQLError } from 'graphql';
import type { Settings } from '../../config.js';
import { refusal } from '../../graphql/error.js';
import type { SharedState } from '../../tenant/shared-state.js';
import { unavailable } from '../parameters.js';
import type { OperationResult } from '../result.js';
import type { Finding } from './live-event.js';
import type { LivePoll } from './live-poll.js';
import type { LiveObserver, LiveTime } from './live-request.js';
import type { LiveStream } from './live-stream.js';

/**
 * Bytes of all polls, beside some 50 KB for each stream and its connection. A process with 400 MB of heap has room for twice
 * as much.
 */
const maxBytes = 64 * 1024 * 1024;

/** The part of it that polls share whose credentials are not accepted, and the most that one takes. */
const unacceptedBytes = maxBytes / 4;

/** A parsed document takes some fifty times its text. */
const bytesPerCharacter = 50;

/** What the polls of a process share: it bounds their streams and their memory. */
export class LiveRoom {
  isClosed = false;
  private streams = 0;
  /** Those whose credentials were not accepted when they were opened, the oldest first. */
  private readonly unaccepted = new Map<LiveStream, LivePoll>();
  private readonly polls = new Set<LivePoll>();

  /** @param shared undefined where this process is alone */
  constructor(
    readonly settings: Settings,
    readonly observer: LiveObserver,
    readonly time: LiveTime,
    readonly shared: SharedState | undefined,
  ) {}

  /** The polls of one credential: a flood of others may evict its tenant, and it gets a new one. */
  pollsOf(tenantKey: string): readonly LivePoll[] {
    return [...this.polls].filter(({ request }) => request.tenant.tenantKey === tenantKey);
  }

  /** Makes room for one more stream of a credential. @throws GraphQLError with HTTP status 503 where there is none */
  makeRoom(tenantKey: string): void {
    const own = this.pollsOf(tenantKey).reduce((streams, poll) => streams + poll.streams.size, 0);
    const { LIVE_MAX_STREAMS: max, LIVE_MAX_STREAMS_PER_CREDENTIAL: maxOwn } = this.settings;
    if (this.isClosed) throw noRoom('The façade is about to stop.');
    if (own >= maxOwn)
      throw noRoom(`A credential may have at most ${maxOwn} streams (LIVE_MAX_STREAMS_PER_CREDENTIAL).`);
    if (this.streams >= max && !this.endOldestUnaccepted())
      throw noRoom(`The façade serves at most ${max} streams (LIVE_MAX_STREAMS).`);
  }

  addStream(stream: LiveStream, poll: LivePoll): void {
    this.streams += 1;
    if (!poll.isAccepted()) this.unaccepted.set(stream, poll);
  }

  removeStream(stream: LiveStream): void {
    this.streams -= 1;
    this.unaccepted.delete(stream);
  }

  /** @throws GraphQLError for a poll that alone is too large, and with HTTP status 503 where no memory is free */
  addPoll(poll: LivePoll): void {
    if (totalBytes([poll]) > unacceptedBytes)
      throw refusal(
        `The document (${poll.request.live.characters} characters) and the variables (${poll.request.variables.length}) are too large for a ` +
          'subscription, which keeps them. Send shorter ones.',
        'OPERATION_LIMIT_EXCEEDED',
      );
    while (!this.fits(poll))
      if (!this.endOldestUnaccepted())
        throw noRoom(
          'The documents, variables and events of open subscriptions take all memory that is for them.',
        );
    this.polls.add(poll);
  }

  removePoll(poll: LivePoll): void {
    this.polls.delete(poll);
  }

  /** Delivers what a poll has found, and keeps the event where it has room. @param characters of the event, without its messages */
  deliver(poll: LivePoll, finding: Finding, toEvent: () => OperationResult, characters: number): void {
    if (!poll.needs(finding)) {
      poll.confirm(finding);
      return;
    }
    poll.deliver(finding, toEvent(), characters);
    if (!this.fits(poll)) poll.dropEvent();
  }

  /** Whether a new subscriber needs no newer result. */
  isFresh({ at }: Finding, maxAgeMs: number): boolean {
    return this.time.now() - at <= Math.max(this.settings.LIVE_MIN_SECONDS * 1000, maxAgeMs);
  }

  /** Whether a poll has room beside the others. */
  private fits(poll: LivePoll): boolean {
    const all = [...this.polls, poll];
    if (totalBytes(all) > maxBytes) return false;
    return poll.isAccepted() || totalBytes(all.filter((each) => !each.isAccepted())) <= unacceptedBytes;
  }

  /**
   * Ends the oldest stream whose credential is still not accepted, so that invented ones cannot hold all places: an outage
   * would keep them from being refused, and a selection that reads no data always does. The oldest, as a newcomer needs its
   * place for one response: then it is accepted and keeps the place, or is refused and leaves.
   */
  private endOldestUnaccepted(): boolean {
    for (const [stream, poll] of this.unaccepted) {
      this.unaccepted.delete(stream);
      if (poll.isAccepted()) continue;
      stream.complete();
      return true;
    }
    return false;
  }
}

/** Polls of one document share it. */
function totalBytes(polls: Iterable<LivePoll>): number {
  const documents = new Set<object>();
  let bytes = 0;
  for (const { request, eventBytes } of new Set(polls)) {
    const { live, variables } = request;
    bytes += 2 * variables.length + eventBytes;
    if (documents.has(live)) continue;
    documents.add(live);
    bytes += bytesPerCharacter * live.characters;
  }
  return bytes;
}

const noRoom = (reason: string): GraphQLError => unavailable(`${reason} Try again later.`, 5);
