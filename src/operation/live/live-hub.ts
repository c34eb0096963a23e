import { hash } from 'node:crypto';
import type { Settings } from '../../config.js';
import type { SharedState } from '../../tenant/shared-state.js';
import { LivePoll } from './live-poll.js';
import type { LiveObserver, LiveRequest, PollRequest } from './live-request.js';
import { LiveRoom } from './live-room.js';
import { LiveStream } from './live-stream.js';
import { type LiveTime, systemTime } from './live-time.js';

/**
 * Not imported: an import reads all exports, and once `AsyncLocalStorage` is loaded, Node.js 24 and later keep a context for
 * every callback, which takes a tenth of the processor time of the smallest query.
 */
const asyncHooks = process.getBuiltinModule('node:async_hooks');

/** The polls of one credential, by their keys; forgotten with the last one. */
type TenantPolls = Map<string, LivePoll>;

/** Shares polls among the subscribers of one credential: never across credentials, as each tenant has its own. */
export class LiveHub {
  /** By `tenantKey`: a flood of other credentials may evict the tenant of one that has streams, which gets a new one. */
  private readonly tenants = new Map<string, TenantPolls>();
  private readonly room: LiveRoom;
  /** Outside of the request of any subscriber: a poll outlives it, and must not belong to its trace. */
  private readonly scope = new asyncHooks.AsyncResource('LiveHub');

  /** @param shared undefined where this process is alone */
  constructor(
    private readonly settings: Settings,
    private readonly observer: LiveObserver,
    private readonly time: LiveTime = systemTime,
    private readonly shared?: SharedState,
  ) {
    this.room = new LiveRoom(settings);
  }

  /** @throws GraphQLError with HTTP status 503 where no stream is free */
  subscribe({ onLeave, maxAgeSeconds, ...request }: LiveRequest): LiveStream {
    const { settings, tenants, time, room, observer } = this;
    const { tenantKey } = request.tenant;
    const polls: TenantPolls = tenants.get(tenantKey) ?? new Map<string, LivePoll>();
    room.makeRoom([...polls.values()].reduce((streams, poll) => streams + poll.streams.size, 0));
    const key = keyOf(request);
    const poll = polls.get(key) ?? this.openPoll(polls, key, request);
    tenants.set(tenantKey, polls);
    const stream: LiveStream = new LiveStream(() => {
      cancelTimer();
      stopListening();
      room.removeStream(stream);
      observer.streams(-1);
      poll.remove(stream);
    });
    const cancelTimer = time.after(settings.LIVE_MAX_MINUTES * 60_000, () => stream.complete());
    const stopListening = onLeave(() => void stream.return());
    room.addStream(stream, poll);
    observer.streams(1);
    this.scope.runInAsyncScope(() => {
      poll.add(stream, settings.LIVE_MIN_SECONDS * 1000, maxAgeSeconds * 1000);
    });
    return stream;
  }

  /** Takes note that the credential of a tenant was refused: no new subscriber is shown what it has read before. */
  refused(tenantKey: string): void {
    for (const poll of this.tenants.get(tenantKey)?.values() ?? []) poll.refused();
  }

  /** Completes all streams, and refuses further ones. */
  close(): void {
    this.room.isClosed = true;
    for (const polls of [...this.tenants.values()]) for (const poll of [...polls.values()]) poll.end();
  }

  private openPoll(polls: TenantPolls, key: string, request: PollRequest): LivePoll {
    const { tenants, observer, time, room, shared } = this;
    const ended = (): void => {
      polls.delete(key);
      if (polls.size === 0) tenants.delete(request.tenant.tenantKey);
    };
    const maxPerMinute = this.settings.LIVE_REQUESTS_PER_MINUTE;
    const parts = { key, polls, maxPerMinute, room, observer, time, shared, ended };
    const poll = new LivePoll(request, parts);
    polls.set(key, poll);
    return poll;
  }
}

/** A hash, as the variables may be long. */
const keyOf = ({ live, everySeconds, variables }: PollRequest): string =>
  hash('sha256', JSON.stringify([live.hash, everySeconds, variables]), 'base64url');
