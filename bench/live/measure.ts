import { setTimeout as delay } from 'node:timers/promises';
import type { Child } from '../child.js';
import { countRequests } from '../running-upstream.js';
import { memoryOf, usageOf } from '../server-probe.js';
import type { Server } from '../server.js';
import {
  type Audience,
  everybody,
  everySeconds,
  type LiveOperation,
  manyOfFew,
  oneEach,
  oneOfFew,
  subscriptionOf,
  type Transport,
  transports,
} from './operation.js';
import type { EventCount, StreamOrder } from './streams.js';

/** What the façade did in one window. */
export interface LiveWindow {
  readonly cpuMs: number;
  /** Polls or queries: each is one REST request. */
  readonly runs: number;
  /** Delivered to subscribers; 0 for queries. */
  readonly events: number;
}

/** Windows that are compared with each other, measured side by side. */
export interface LiveRound {
  /** The operation as a query, sent as often as the polls run. */
  readonly query: LiveWindow;
  /** One subscriber of each poll. */
  readonly poll: LiveWindow;
  /** The same with fewer polls. */
  readonly single: LiveWindow;
  /** These polls with many subscribers each, by transport. */
  readonly shared: Readonly<Record<Transport, LiveWindow>>;
}

export interface LiveOptions {
  readonly server: Server;
  /** The process of the streams. */
  readonly client: Child;
  /** The length of a window. */
  readonly seconds: number;
}

export async function measureRound(
  options: LiveOptions,
  operation: LiveOperation,
): Promise<LiveRound> {
  const query = await measureQueries(options, operation);
  const poll = await measureStreams(options, operation, 'sse', oneEach);
  const single = await measureStreams(options, operation, 'sse', oneOfFew);
  const shared = { sse: single, multipart: single };
  for (const transport of transports)
    shared[transport] = await measureStreams(options, operation, transport, manyOfFew);
  return { query, poll, single, shared };
}

const measureQueries = (options: LiveOptions, { selection }: LiveOperation): Promise<LiveWindow> =>
  measureWindow(options, async () => {
    await tell(options.client, {
      kind: 'ask',
      url: options.server.endpoint,
      query: selection,
      credentials: oneEach.credentials,
      everyMs: everySeconds * 1000,
      milliseconds: options.seconds * 1000,
    });
  });

async function measureStreams(
  options: LiveOptions,
  operation: LiveOperation,
  transport: Transport,
  audience: Audience,
): Promise<LiveWindow> {
  await openStreams(options, operation, transport, audience);
  const window = await measureWindow(options, () => delay(options.seconds * 1000));
  await closeStreams(options);
  return window;
}

/** Opens the streams, and lets some polls pass. */
async function openStreams(
  { server, client }: LiveOptions,
  operation: LiveOperation,
  transport: Transport,
  audience: Audience,
): Promise<void> {
  const query = subscriptionOf(operation);
  await tell(client, { kind: 'open', url: server.endpoint, query, transport, ...audience });
  await delay(settleMs);
}

async function closeStreams({ client }: LiveOptions): Promise<void> {
  await tell(client, { kind: 'close' });
  await delay(settleMs);
}

const settleMs = 2000 * everySeconds;

/** Runs while the data of the upstream changes between every other tick. */
async function measureWindow(
  { server, client }: LiveOptions,
  run: () => Promise<void>,
): Promise<LiveWindow> {
  const url = `${server.upstream.control}/change`;
  const timer = setInterval(() => void fetch(url), 2000 * everySeconds);
  try {
    const requests = await countRequests(server.upstream);
    const { events } = await tell(client, { kind: 'count' });
    const { cpuMs } = await usageOf(server);
    await run();
    const after = await usageOf(server);
    const { events: eventsAfter } = await tell(client, { kind: 'count' });
    const runs = (await countRequests(server.upstream)) - requests;
    return { cpuMs: after.cpuMs - cpuMs, runs, events: eventsAfter - events };
  } finally {
    clearInterval(timer);
  }
}

/** MB after garbage collection. */
export interface LiveMemory {
  readonly before: number;
  readonly start: number;
  readonly middle: number;
  readonly end: number;
  /** When all streams have closed. */
  readonly after: number;
}

/** Holds all streams open for some minutes. */
export async function measureMemory(
  options: LiveOptions,
  operation: LiveOperation,
  minutes: number,
): Promise<LiveMemory> {
  const { server } = options;
  const half = { ...options, seconds: minutes * 30 };
  const before = await memoryOf(server);
  await openStreams(options, operation, 'sse', everybody);
  const start = await memoryOf(server);
  const read = async (): Promise<number> => {
    await measureWindow(half, () => delay(half.seconds * 1000));
    return memoryOf(server);
  };
  const [middle, end] = [await read(), await read()];
  await closeStreams(options);
  return { before, start, middle, end, after: await memoryOf(server) };
}

// The process of the streams replies to each order with the events so far.
const tell = async (client: Child, order: StreamOrder): Promise<EventCount> =>
  (await client.ask(order)) as EventCount;
