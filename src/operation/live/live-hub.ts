import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import type { GraphQLError } from 'graphql';
import type { SharedState } from '../../tenant/shared-state.js';
import type { Tenant } from '../../tenant/tenant.js';
import type { LiveOperation } from './live-operation.js';
import { LivePoll, type RunPoll } from './live-poll.js';
import { charge, noteRun, type Rates } from './live-rate.js';
import { type LiveSettings, makeRoom, type Room, takeMemory } from './live-room.js';
import { LiveStream } from './live-stream.js';
import { type LiveTime, systemTime } from './live-time.js';
import { keepsEvent } from './poll-memory.js';
import { offsetOf, PollSchedule, type Schedule } from './poll-schedule.js';
import { SharedSchedule } from './shared-schedule.js';

/** What metrics count. */
export interface LiveObserver {
  readonly streams: (change: 1 | -1) => void;
  readonly polled: () => void;
  readonly delivered: (events: number) => void;
}

/** One subscription that is to be opened. */
export interface LiveRequest {
  readonly tenant: Pick<Tenant, 'tenantKey' | 'refusedAt'>;
  /** Whether the Partner API has accepted the credential, as far as is known by now. */
  readonly isProven: () => boolean;
  readonly live: Pick<LiveOperation, 'hash' | 'characters' | 'responseName' | 'clocks'>;
  /** Equal texts for variables, and whatever else makes two results differ, that may share a poll. */
  readonly variables: string;
  readonly everySeconds: number;
  /** Responses up to this age will do for the first event. */
  readonly maxAgeSeconds: number;
  readonly run: RunPoll;
  /** Calls back when the subscriber leaves; it returns how to stop listening. */
  readonly onLeave: (callback: () => void) => () => void;
  /** Logs an error that no run should throw; returns its public form. */
  readonly report: (error: unknown) => GraphQLError;
}

export interface LiveHub {
  /** @throws GraphQLError with HTTP status 503 where no stream is free */
  readonly subscribe: (request: LiveRequest) => LiveStream;
  /** Takes note that the credential of a tenant was refused: no new subscriber is shown what it has read before. */
  readonly refused: (tenantKey: string) => void;
  /** Completes all streams, and refuses further ones. */
  readonly close: () => void;
}

/** The polls and streams of one credential; forgotten with its last stream. */
interface TenantPolls {
  readonly polls: Map<string, LivePoll>;
  readonly rates: Rates;
  streams: number;
}

interface State extends Room {
  readonly observer: LiveObserver;
  readonly time: LiveTime;
  readonly shared: SharedState | undefined;
  /** Runs a function outside of the request of any subscriber. */
  readonly detached: <T>(run: () => T) => T;
  /** By `tenantKey`: a flood of other credentials may evict the tenant of one that has streams, which gets a new one. */
  readonly tenants: Map<string, TenantPolls>;
}

/**
 * Shares polls among the subscribers of one credential: never across credentials, as each tenant has its own.
 *
 * @param shared undefined where this process is alone
 */
export function createLiveHub(
  settings: LiveSettings,
  observer: LiveObserver,
  time: LiveTime = systemTime,
  shared?: SharedState,
): LiveHub {
  const state: State = {
    settings,
    observer,
    time,
    shared,
    // A poll outlives the request that opened it, and must not belong to its trace.
    detached: AsyncLocalStorage.snapshot(),
    tenants: new Map(),
    unproven: new Map(),
    memory: new Set(),
    streams: 0,
    isClosed: false,
  };
  return {
    subscribe: (request) => subscribe(state, request),
    refused(tenantKey) {
      for (const poll of state.tenants.get(tenantKey)?.polls.values() ?? []) poll.refused();
    },
    close() {
      state.isClosed = true;
      for (const { polls } of [...state.tenants.values()]) for (const poll of [...polls.values()]) poll.end();
    },
  };
}

function subscribe(state: State, request: LiveRequest): LiveStream {
  const { settings, tenants, unproven, time, detached } = state;
  const { tenantKey } = request.tenant;
  const own: TenantPolls = tenants.get(tenantKey) ?? { polls: new Map(), rates: new Map(), streams: 0 };
  makeRoom(state, own.streams);
  const key = keyOf(request);
  const poll = own.polls.get(key) ?? openPoll(state, own, key, request);
  tenants.set(tenantKey, own);
  const stream: LiveStream = new LiveStream(() => {
    cancelTimer();
    stopListening();
    unproven.delete(stream);
    count(state, tenantKey, own, -1);
    poll.remove(stream);
  });
  const cancelTimer = time.after(settings.LIVE_MAX_MINUTES * 60_000, () => {
    stream.complete();
  });
  const stopListening = request.onLeave(() => void stream.return());
  count(state, tenantKey, own, 1);
  if (!request.isProven()) unproven.set(stream, () => poll.isProvenElsewhere || request.isProven());
  detached(() => {
    poll.add(stream, settings.LIVE_MIN_SECONDS * 1000, request.maxAgeSeconds * 1000);
  });
  return stream;
}

/** A hash, as the variables may be long. */
const keyOf = ({ live, everySeconds, variables }: LiveRequest): string =>
  hash('sha256', JSON.stringify([live.hash, everySeconds, variables]), 'base64url');

function count(state: State, tenantKey: string, own: TenantPolls, change: 1 | -1): void {
  own.streams += change;
  state.streams += change;
  state.observer.streams(change);
  if (own.streams === 0) state.tenants.delete(tenantKey);
}

function openPoll(state: State, own: TenantPolls, key: string, request: LiveRequest): LivePoll {
  const { settings, observer, time } = state;
  const { live, report, everySeconds } = request;
  const memory = takeMemory(state, request);
  const poll = new LivePoll({
    live,
    report,
    time,
    run(sentSince, onStop) {
      observer.polled();
      return request.run(sentSince, onStop);
    },
    charge: (requests) =>
      charge(own.rates, key, { requests, everySeconds }, settings.LIVE_REQUESTS_PER_MINUTE),
    schedule: (opened) => openSchedule(state, own, key, request, opened),
    ended() {
      state.memory.delete(memory);
      own.polls.delete(key);
      own.rates.delete(key);
    },
    delivered: observer.delivered,
    keeps: (characters, errors) => keepsEvent(state.memory, memory, characters, errors),
    refusedAt: request.tenant.refusedAt,
  });
  own.polls.set(key, poll);
  return poll;
}

function openSchedule(
  { time, shared }: State,
  { rates }: TenantPolls,
  key: string,
  { tenant: { tenantKey }, everySeconds, isProven }: LiveRequest,
  poll: LivePoll,
): Schedule {
  const options = { time, everyMs: everySeconds * 1000, offsetMs: offsetOf(tenantKey) };
  if (shared === undefined) return new PollSchedule(poll, options);
  return new SharedSchedule(poll, shared, {
    ...options,
    name: `${tenantKey} ${key}`,
    ranElsewhere(requests) {
      noteRun(rates, key, { requests, everySeconds });
    },
    isProven: () => poll.isProvenElsewhere || isProven(),
  });
}
