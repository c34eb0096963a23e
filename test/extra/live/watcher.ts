import { Lifetime } from '../../../src/base/lifetime.js';
import { GraphQLError } from 'graphql';
import { readSettings, type Settings } from '../../../src/config.js';
import { LiveHub } from '../../../src/extra/live/live-hub.js';
import type { LiveRequest } from '../../../src/extra/live/live-request.js';
import type { OperationResult } from '../../../src/operation/result.js';
import { Alone } from '../../../src/shared/alone.js';
import { createFakeTime } from './fake-time.js';

export const settings = readSettings({ LIVE_MIN_SECONDS: '1' });

/** Nobody counts. */
export const unobserved = {
  streams: () => undefined,
  polled: () => undefined,
  delivered: () => undefined,
};

/** A hub in the time of a test. */
export function openHub(given: Partial<Settings> = {}) {
  const time = createFakeTime();
  return { time, hub: new LiveHub({ ...settings, ...given }, unobserved, new Alone(), time) };
}

/** A subscription to an operation that is named by a letter. */
export const requestOf = (
  tenantKey: string,
  run: LiveRequest['run'],
  given: Partial<LiveRequest> = {},
): LiveRequest => ({
  tenant: { tenantKey, refusedAt: -Infinity },
  isAccepted: () => true,
  live: { hash: 'A', characters: 100, responseName: 'live', clocks: new Map() },
  variables: '{}',
  everySeconds: 10,
  maxAgeSeconds: 0,
  lifetime: new Lifetime(),
  run,
  report: (error) => failure('INTERNAL_SERVER_ERROR', { message: String(error) }),
  ...given,
});

export const failure = (
  code: string,
  facts: Record<string, unknown> = {},
  path?: string[],
): GraphQLError =>
  new GraphQLError(code, { extensions: { code, ...facts }, ...(path && { path }) });

/** A result that a run of some REST requests returns. */
export const resultOf = (data: Record<string, unknown> | null, requests = 1): OperationResult => ({
  data,
  extensions: { upstream: { requests, limit: 250, estimated: requests, requestId: 'run' } },
});

/** A subscriber who reads at once, and what came so far. */
export function watch(hub: LiveHub, request: LiveRequest) {
  const stream = hub.subscribe(request);
  const events: OperationResult[] = [];
  let hasCompleted = false;
  void (async () => {
    for await (const event of stream) events.push(event);
    hasCompleted = true;
  })();
  return { stream, events, hasCompleted: () => hasCompleted, leave: () => void stream.return() };
}

export type Watcher = ReturnType<typeof watch>;

/** The codes of the errors of an event. */
export const codesOf = ({ errors = [] }: OperationResult): unknown[] =>
  errors.map(({ extensions }) => extensions['code']);
