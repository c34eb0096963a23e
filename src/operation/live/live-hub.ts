import { GraphQLError } from 'graphql';
import type { Tenant } from '../../tenant/tenant.js';
import type { LiveOperation } from './live-operation.js';
import { LivePoll, type RunPoll } from './live-poll.js';
import { LiveStream } from './live-stream.js';

/** The settings of live subscriptions, by their names. */
export interface LiveSettings {
  readonly LIVE_MIN_SECONDS: number;
  readonly LIVE_MAX_STREAMS: number;
  readonly LIVE_MAX_STREAMS_PER_CREDENTIAL: number;
  readonly LIVE_MAX_MINUTES: number;
  readonly LIVE_REQUESTS_PER_MINUTE: number;
}

/** What metrics count. */
export interface LiveObserver {
  readonly streams: (change: 1 | -1) => void;
  readonly polled: () => void;
  readonly delivered: (events: number) => void;
}

/** One subscription that is to be opened. */
export interface LiveRequest {
  readonly tenant: Tenant;
  readonly live: LiveOperation;
  /** The variables as JSON. */
  readonly variables: string;
  readonly everySeconds: number;
  readonly run: RunPoll;
}

export interface LiveHub {
  /** @throws GraphQLError with HTTP status 503 where no stream is free */
  readonly subscribe: (request: LiveRequest) => LiveStream;
  /** Completes all streams, and refuses further ones. */
  readonly close: () => void;
}

interface TenantPolls {
  readonly polls: Map<string, LivePoll>;
  /** REST requests for each minute, by the poll's key. */
  readonly rates: Map<string, number>;
  streams: number;
}

interface State {
  readonly settings: LiveSettings;
  readonly observer: LiveObserver;
  readonly now: () => number;
  readonly tenants: Map<Tenant, TenantPolls>;
  streams: number;
  isClosed: boolean;
}

/** Shares polls among the subscribers of one credential: never across credentials, as each tenant has its own. */
export function createLiveHub(
  settings: LiveSettings,
  observer: LiveObserver,
  now: () => number = () => performance.now(),
): LiveHub {
  const state: State = { settings, observer, now, tenants: new Map(), streams: 0, isClosed: false };
  return {
    subscribe: (request) => subscribe(state, request),
    close() {
      state.isClosed = true;
      for (const { polls } of [...state.tenants.values()]) for (const poll of [...polls.values()]) poll.end();
    },
  };
}

function subscribe(state: State, request: LiveRequest): LiveStream {
  const { settings, tenants } = state;
  const own: TenantPolls = tenants.get(request.tenant) ?? { polls: new Map(), rates: new Map(), streams: 0 };
  if (state.isClosed) throw unavailable('The façade is about to stop.');
  if (state.streams >= settings.LIVE_MAX_STREAMS)
    throw unavailable(`The façade serves at most ${settings.LIVE_MAX_STREAMS} streams (LIVE_MAX_STREAMS).`);
  if (own.streams >= settings.LIVE_MAX_STREAMS_PER_CREDENTIAL)
    throw unavailable(
      `A credential may have ${settings.LIVE_MAX_STREAMS_PER_CREDENTIAL} streams (LIVE_MAX_STREAMS_PER_CREDENTIAL).`,
    );
  tenants.set(request.tenant, own);
  const key = JSON.stringify([request.live.hash, request.everySeconds, request.variables]);
  const poll = own.polls.get(key) ?? openPoll(state, own, key, request);
  const stream: LiveStream = new LiveStream(() => {
    clearTimeout(timer);
    count(state, request.tenant, own, -1);
    poll.remove(stream);
  });
  const timer = setTimeout(() => stream.complete(), settings.LIVE_MAX_MINUTES * 60_000);
  count(state, request.tenant, own, 1);
  poll.add(stream, settings.LIVE_MIN_SECONDS * 1000);
  return stream;
}

function count(state: State, tenant: Tenant, own: TenantPolls, change: 1 | -1): void {
  own.streams += change;
  state.streams += change;
  state.observer.streams(change);
  if (own.streams === 0) state.tenants.delete(tenant);
}

function openPoll(state: State, own: TenantPolls, key: string, request: LiveRequest): LivePoll {
  const { settings, observer, now } = state;
  const everyMs = request.everySeconds * 1000;
  const poll = new LivePoll({
    live: request.live,
    everySeconds: request.everySeconds,
    now,
    run(sentSince, onStop) {
      observer.polled();
      return request.run(sentSince, onStop);
    },
    charge: (requests) => charge(own, key, requests, request.everySeconds, settings.LIVE_REQUESTS_PER_MINUTE),
    untilNext: () => untilNext(now(), everyMs, offsetOf(request.tenant)),
    ended() {
      own.polls.delete(key);
      own.rates.delete(key);
    },
    delivered: observer.delivered,
  });
  own.polls.set(key, poll);
  return poll;
}

/** @returns why the poll may not go on */
function charge(
  { rates }: TenantPolls,
  key: string,
  requests: number,
  everySeconds: number,
  limit: number,
): GraphQLError | undefined {
  // A run that was refused or failed early says nothing about the cost of the others.
  const rate = Math.max(rates.get(key) ?? 0, (requests * 60) / everySeconds);
  const others = [...rates].reduce((sum, [other, each]) => (other === key ? sum : sum + each), 0);
  if (others + rate > limit) return overBudget(requests, everySeconds, limit - others, limit);
  rates.set(key, rate);
  return undefined;
}

/** The refusal of a subscription that asks too often, with the shortest interval that fits, if any does. */
export function overBudget(
  requests: number,
  everySeconds: number,
  left: number,
  limit: number,
): GraphQLError {
  const shortest = left > 0 ? Math.ceil((requests * 60) / left) : Infinity;
  const advice =
    shortest <= maxSeconds
      ? `Subscribe with everySeconds: ${shortest} or more, or select less.`
      : 'Select less, or end other subscriptions of the credential.';
  return new GraphQLError(
    `The subscription needs ${requests} REST requests every ${everySeconds} seconds; the credential has ` +
      `${Math.max(0, Math.floor(left))} of ${limit} a minute left (LIVE_REQUESTS_PER_MINUTE). ${advice}`,
    { extensions: { code: 'UPSTREAM_BUDGET_EXCEEDED' } },
  );
}

/** The longest interval (interface, "Live"). */
export const maxSeconds = 3600;

/** Milliseconds to the next multiple of the interval, moved by the tenant's offset: its polls go together. */
const untilNext = (now: number, everyMs: number, offsetMs: number): number =>
  everyMs - ((((now - offsetMs) % everyMs) + everyMs) % everyMs);

/** Milliseconds, up to five seconds: it spreads the polls of different credentials. */
function offsetOf({ tenantKey }: Tenant): number {
  let sum = 0;
  for (const character of tenantKey) sum = (sum * 31 + character.charCodeAt(0)) % 5000;
  return sum;
}

const unavailable = (message: string): GraphQLError =>
  new GraphQLError(`${message} Try again later.`, {
    extensions: { code: 'OPERATION_LIMIT_EXCEEDED', http: { status: 503, headers: { 'Retry-After': '5' } } },
  });
