import { hash } from 'node:crypto';
import type { Settings } from '../../config.js';
import type { SharedState } from '../../tenant/shared-state.js';
import type { LiveObserver, LiveRequest, LiveTime, PollRequest } from './live-request.js';
import { LiveRoom } from './live-room.js';
import { LiveStream } from './live-stream.js';
import { PollSchedule } from './poll-schedule.js';

/**
 * Not imported: an import reads all exports, and once `AsyncLocalStorage` is loaded, Node.js 24 and later keep a context for
 * every callback, which takes a tenth of the processor time of the smallest query.
 */
const asyncHooks = process.getBuiltinModule('node:async_hooks');

/** Shares polls among the subscribers of one credential, and never across credentials. */
export class LiveHub {
  /** By credential and operation, until the last subscriber of a poll has left. */
  private readonly polls = new Map<string, PollSchedule>();
  private readonly room: LiveRoom;
  /** Outside of the request of any subscriber: a poll outlives it, and must not belong to its trace. */
  private readonly scope = new asyncHooks.AsyncResource('LiveHub');

  /** @param shared undefined where this process is alone */
  constructor(settings: Settings, observer: LiveObserver, shared?: SharedState, time: LiveTime = systemTime) {
    this.room = new LiveRoom(settings, observer, time, shared);
  }

  /** @throws GraphQLError with HTTP status 503 where no stream is free */
  subscribe({ onLeave, maxAgeSeconds, ...request }: LiveRequest): LiveStream {
    const { polls, room } = this;
    const { settings, time, observer } = room;
    room.makeRoom(request.tenant.tenantKey);
    const name = nameOf(request);
    const schedule = polls.get(name) ?? new PollSchedule(request, name, room, () => polls.delete(name));
    polls.set(name, schedule);
    const stream: LiveStream = new LiveStream(() => {
      cancelTimer();
      stopListening();
      room.removeStream(stream);
      observer.streams(-1);
      schedule.remove(stream);
    });
    const cancelTimer = time.after(settings.LIVE_MAX_MINUTES * 60_000, () => stream.complete());
    const stopListening = onLeave(() => void stream.return());
    room.addStream(stream, schedule.poll);
    observer.streams(1);
    this.scope.runInAsyncScope(() => schedule.add(stream, maxAgeSeconds * 1000));
    return stream;
  }

  /** Takes note that the credential of a tenant was refused: no new subscriber is shown what it has read before. */
  refused(tenantKey: string): void {
    for (const each of this.polls.values())
      if (each.poll.request.tenant.tenantKey === tenantKey) each.refused();
  }

  /** Completes all streams, and refuses further ones. */
  close(): void {
    this.room.isClosed = true;
    for (const { poll } of [...this.polls.values()]) poll.complete();
  }
}

/** It has a hash, as the variables may be long. */
function nameOf({ tenant, live, everySeconds, variables }: PollRequest): string {
  const key = hash('sha256', JSON.stringify([live.hash, everySeconds, variables]), 'base64url');
  return `${tenant.tenantKey} ${key}`;
}

/** Milliseconds. A longer timer of Node.js fires at once. */
const maxTimerMs = 2 ** 31 - 1;

const systemTime: LiveTime = {
  now: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, maxTimerMs));
    return () => clearTimeout(timer);
  },
};
