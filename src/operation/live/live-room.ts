import type { GraphQLError } from 'graphql';
import type { Settings } from '../../config.js';
import { refusal } from '../../graphql/error.js';
import { unavailable } from '../parameters.js';
import type { LiveOperation } from './live-operation.js';
import type { LiveStream } from './live-stream.js';

/** A poll, as far as its memory is bounded. */
export interface BoundedPoll {
  readonly live: Pick<LiveOperation, 'characters'>;
  /** Variables as JSON. */
  readonly variables: string;
  /** Of the last event. */
  eventBytes: number;
  /** Whether the Partner API has accepted its credential, as far as is known by now. */
  readonly isAccepted: () => boolean;
}

/**
 * Bytes of all polls, beside some 50 KB for each stream and its connection. A process with 400 MB of heap has room for twice
 * as much.
 */
const maxBytes = 64 * 1024 * 1024;

/** The part of it that polls share whose credentials are not accepted, and the most that one takes. */
const unacceptedBytes = maxBytes / 4;

/** A parsed document takes some fifty times its text. */
const bytesPerCharacter = 50;

/** With its stack. */
const bytesPerError = 5000;

/** Bounds the streams of a process, and the memory of its polls. */
export class LiveRoom {
  isClosed = false;
  private streams = 0;
  /** Those whose credentials were not accepted when they were opened, the oldest first. */
  private readonly unaccepted = new Map<LiveStream, BoundedPoll>();
  private readonly polls = new Set<BoundedPoll>();

  constructor(private readonly settings: Settings) {}

  /**
   * Makes room for one more stream.
   *
   * @param own streams of its credential
   * @throws GraphQLError with HTTP status 503 where no stream is free, and none can be freed
   */
  makeRoom(own: number): void {
    const { LIVE_MAX_STREAMS: max, LIVE_MAX_STREAMS_PER_CREDENTIAL: maxOwn } = this.settings;
    if (this.isClosed) throw noRoom('The façade is about to stop.');
    if (own >= maxOwn)
      throw noRoom(`A credential may have at most ${maxOwn} streams (LIVE_MAX_STREAMS_PER_CREDENTIAL).`);
    if (this.streams >= max && !this.endOldestUnaccepted())
      throw noRoom(`The façade serves at most ${max} streams (LIVE_MAX_STREAMS).`);
  }

  addStream(stream: LiveStream, poll: BoundedPoll): void {
    this.streams += 1;
    if (!poll.isAccepted()) this.unaccepted.set(stream, poll);
  }

  removeStream(stream: LiveStream): void {
    this.streams -= 1;
    this.unaccepted.delete(stream);
  }

  /**
   * Takes the memory of one more poll.
   *
   * @throws GraphQLError with HTTP status 503 where none is free, and none can be freed; OPERATION_LIMIT_EXCEEDED for a poll
   *   that alone is too large
   */
  addPoll(poll: BoundedPoll): void {
    if (totalBytes([poll]) > unacceptedBytes)
      throw refusal(
        `The document (${poll.live.characters} characters) and the variables (${poll.variables.length}) are too large for a ` +
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

  removePoll(poll: BoundedPoll): void {
    this.polls.delete(poll);
  }

  /**
   * Takes the memory of an event in place of that of the last one; false where it has no room.
   *
   * @param characters of the event as JSON
   */
  keepsEvent(poll: BoundedPoll, characters: number, errors: number): boolean {
    poll.eventBytes = 4 * characters + bytesPerError * errors;
    if (this.fits(poll)) return true;
    poll.eventBytes = 0;
    return false;
  }

  /** Whether a poll has room beside the others. */
  private fits(poll: BoundedPoll): boolean {
    const all = [...this.polls, poll];
    if (totalBytes(all) > maxBytes) return false;
    return poll.isAccepted() || totalBytes(all.filter((each) => !each.isAccepted())) <= unacceptedBytes;
  }

  /**
   * Ends the oldest stream whose credential is still not accepted, so that invented ones cannot hold all places: an outage
   * would keep them from being refused, and a selection that reads no data always does. The oldest, as a newcomer needs its
   * place for one response: then it is accepted and keeps the place, or is refused and leaves.
   *
   * @returns whether there was one
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
function totalBytes(polls: Iterable<BoundedPoll>): number {
  const documents = new Set<object>();
  let bytes = 0;
  for (const { live, variables, eventBytes } of new Set(polls)) {
    bytes += 2 * variables.length + eventBytes;
    if (documents.has(live)) continue;
    documents.add(live);
    bytes += bytesPerCharacter * live.characters;
  }
  return bytes;
}

const noRoom = (reason: string): GraphQLError => unavailable(`${reason} Try again later.`, 5);
