import { hash } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import type { Settings } from '../../config.js';
import type { SharedState } from '../../shared/shared-state.js';
import { unavailable } from '../../document/parameters.js';
import { checkPollSize, fits } from './live-limit.js';
import { LivePoll } from './live-poll.js';
import type {
  LiveContext,
  LiveObserver,
  LiveRequest,
  LiveTime,
  PollRequest,
} from './live-request.js';
import { LiveStream } from './live-stream.js';
import { PollSchedule } from './poll-schedule.js';

/**
 * Not imported: an import reads all exports, and once `AsyncLocalStorage` is loaded, Node.js 24 and
 * later keep a context for every callback, which takes a tenth of the processor time of the
 * smallest query.
 */
const asyncHooks = process.getBuiltinModule('node:async_hooks');

/**
 * Shares polls among the subscribers of one credential, and never across credentials; bounds
 * streams and their memory.
 */
export class LiveHub {
  /** By credential and operation, until the last subscriber of a poll has left. */
  private readonly polls = new Map<string, PollSchedule>();
  /** With their polls, the oldest first. */
  private readonly streams = new Map<LiveStream, LivePoll>();
  private readonly context: LiveContext;
  private isClosed = false;
  /**
   * Outside of the request of any subscriber: a poll outlives it, and must not belong to its trace.
   */
  private readonly scope = new asyncHooks.AsyncResource('LiveHub');

  constructor(
    settings: Settings,
    observer: LiveObserver,
    shared: SharedState,
    time: LiveTime = systemTime,
  ) {
    this.context = { settings, observer, shared, time };
  }

  /** @throws GraphQLError with HTTP status 503 where no stream is free */
  subscribe({ lifetime, maxAgeSeconds, ...request }: LiveRequest): LiveStream {
    const { streams, context } = this;
    const { settings, time, observer } = context;
    this.makeRoom(request.tenant.tenantKey);
    const schedule = this.open(request);
    const stream: LiveStream = new LiveStream(() => {
      cancelTimer();
      lifetime.remove(subscriber);
      streams.delete(stream);
      observer.streams(-1);
      schedule.remove(stream);
    });
    const cancelTimer = time.after(settings.LIVE_MAX_MINUTES * 60_000, () => stream.complete());
    const subscriber = { end: () => void stream.return() };
    lifetime.add(subscriber);
    streams.set(stream, schedule.poll);
    observer.streams(1);
    this.scope.runInAsyncScope(() => schedule.add(stream, maxAgeSeconds * 1000));
    return stream;
  }

  /**
   * Takes note that the credential of a tenant was refused: no new subscriber is shown what it has
   * read before.
   */
  refused(tenantKey: string): void {
    for (const each of this.polls.values()) {
      if (each.poll.request.tenant.tenantKey === tenantKey) each.refused();
    }
  }

  /** Completes all streams, and refuses further ones. */
  close(): void {
    this.isClosed = true;
    for (const { poll } of [...this.polls.values()]) poll.complete();
  }

  /**
   * Makes room for one more stream of a credential.
   *
   * @param tenantKey not the tenant: a flood of others may evict it, and its credential gets a new
   *   one
   */
  private makeRoom(tenantKey: string): void {
    let own = 0;
    for (const { request } of this.streams.values()) {
      if (request.tenant.tenantKey === tenantKey) own += 1;
    }
    const { LIVE_MAX_STREAMS: max, LIVE_MAX_STREAMS_PER_CREDENTIAL: maxOwn } =
      this.context.settings;
    if (this.isClosed) throw noRoom('The façade is about to stop.');
    if (own >= maxOwn) {
      throw noRoom(
        `A credential may have at most ${maxOwn} streams (LIVE_MAX_STREAMS_PER_CREDENTIAL).`,
      );
    }
    if (this.streams.size >= max && !this.endOldestUnaccepted()) {
      throw noRoom(`The façade serves at most ${max} streams (LIVE_MAX_STREAMS).`);
    }
  }

  /** The poll of a request, which may be open already. */
  private open(request: PollRequest): PollSchedule {
    const { polls } = this;
    const name = nameOf(request);
    const known = polls.get(name);
    if (known !== undefined) return known;
    const poll = new LivePoll(request, name, this.context);
    checkPollSize(poll);
    while (!fits(poll, polls.values())) {
      if (!this.endOldestUnaccepted()) {
        throw noRoom(
          'The documents, variables and events of open subscriptions take all memory that is for them.',
        );
      }
    }
    const schedule = new PollSchedule(poll, polls);
    polls.set(name, schedule);
    return schedule;
  }

  /**
   * Ends the oldest stream whose credential is still not accepted, so that invented ones cannot
   * hold all places: an outage would keep them from being refused, and a selection that reads no
   * data always does. The oldest, as a newcomer needs its place for one response: then it is
   * accepted and keeps the place, or is refused and leaves.
   */
  private endOldestUnaccepted(): boolean {
    for (const [stream, poll] of this.streams) {
      if (poll.isAccepted()) continue;
      stream.complete();
      return true;
    }
    return false;
  }
}

/** It has a hash, as the variables may be long. */
function nameOf({ tenant, live, everySeconds, variables }: PollRequest): string {
  const key = hash('sha256', JSON.stringify([live.hash, everySeconds, variables]), 'base64url');
  return `${tenant.tenantKey} ${key}`;
}

const noRoom = (reason: string): GraphQLError => unavailable(`${reason} Try again later.`, 5);

/** Milliseconds. A longer timer of Node.js fires at once. */
const maxTimerMs = 2 ** 31 - 1;

const systemTime: LiveTime = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, maxTimerMs));
    return () => clearTimeout(timer);
  },
};
