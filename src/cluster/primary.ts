import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../config.js';
import type { Listener } from '../http/listener.js';
import type { Logger } from '../telemetry/log.js';
import { forkWorker, type WorkerHandle } from './fork.js';
import type { EmbeddedSimulator, ToPrimary, ToWorker } from './message.js';
import { createMetricCollector, type MetricCollector } from './metric-collector.js';
import { listenForWorkers } from './primary-metrics.js';
import { createRestartLimit, maxExits } from './restart-limit.js';
import { type MemoryClient, PrimaryMemory } from './primary-memory.js';
import { runCall } from './worker-store.js';

export interface PrimaryOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  /** Undefined in front of a real Partner API. */
  readonly simulator: EmbeddedSimulator | undefined;
  /** Closes what else is open before the process exits. */
  readonly finish: () => Promise<void>;
}

interface Started {
  readonly url: string;
  /** Undefined without METRICS_PORT: the workers serve `/metrics`. */
  readonly metrics: Listener | undefined;
}

interface Primary extends PrimaryOptions {
  /** The live ones by number, 1 to WORKERS; a restarted worker keeps its number. */
  readonly workers: Map<number, WorkerHandle>;
  readonly collector: MetricCollector;
  readonly mayRestart: () => boolean;
  readonly memory: PrimaryMemory;
  /** Undefined where the workers share through Redis. */
  readonly secret: string | undefined;
  metrics: Listener | undefined;
  state: 'starting' | 'serving' | 'ending';
  everythingAnswered: boolean;
}

/**
 * Starts WORKERS processes of this program that share its port, and restarts each one that ends. The first SIGTERM or
 * SIGINT drains all of them, and the process exits with 0; a second one ends all at once.
 *
 * Each worker is a façade of its own, and shares with the others what replicas share: through Redis where REDIS_URL names
 * one, else through this process. `/metrics` adds up the metrics of all. In-flight requests and caches are each worker's
 * own, and each applies MAX_OPERATIONS, UPSTREAM_MAX_CONNECTIONS and CACHE_MAX_BYTES by itself.
 *
 * @returns the address, and what listens on METRICS_PORT in this process, when all of them listen
 * @throws Error when one of them ends before that; the worker has reported why
 */
export async function startWorkers(options: PrimaryOptions): Promise<Started> {
  const workers = new Map<number, WorkerHandle>();
  const primary: Primary = {
    ...options,
    workers,
    collector: createMetricCollector(workers),
    mayRestart: createRestartLimit(() => performance.now()),
    memory: new PrimaryMemory(),
    secret: options.settings.REDIS_URL === undefined ? randomBytes(32).toString('base64url') : undefined,
    metrics: undefined,
    state: 'starting',
    everythingAnswered: true,
  };
  primary.metrics = await listenForWorkers(options.settings, primary);
  try {
    return { url: await startAll(primary), metrics: primary.metrics };
  } catch (error) {
    // An open port would keep the process alive.
    await primary.metrics?.close();
    throw error;
  }
}

/** @returns the address */
async function startAll(primary: Primary): Promise<string> {
  // What keeps the first from listening would keep them all, and is reported once.
  const url = await startWorker(primary, 1);
  const count = primary.settings.WORKERS - 1;
  await Promise.all(Array.from({ length: count }, (_, index) => startWorker(primary, index + 2)));
  primary.state = 'serving';
  for (const worker of primary.workers.values()) worker.send({ kind: 'ready' });
  endOnSignal(primary);
  return url;
}

/** @returns the address of the new worker */
async function startWorker(primary: Primary, number: number): Promise<string> {
  const client = createClient((message, sent) => worker.send(message, sent));
  const worker = forkWorker(
    number,
    (message) => receive(primary, worker, client, message),
    (how) => {
      primary.memory.forget(client);
      replace(primary, number, how);
    },
  );
  primary.workers.set(number, worker);
  const url = await worker.listening;
  primary.logger.info({ worker: number, pid: worker.pid }, 'worker listens');
  if (primary.state === 'serving') worker.send({ kind: 'ready' });
  return url;
}

/** Bytes of announcements that a worker has not read: one that hangs misses the rest. */
const maxUnreadBytes = 16 * 1024 * 1024;

/** A worker, as it listens to the others. */
function createClient(send: WorkerHandle['send']): MemoryClient {
  let unreadBytes = 0;
  return (channel, message, leftMs) => {
    if (unreadBytes > maxUnreadBytes) return;
    unreadBytes += message.length;
    send({ kind: 'announced', channel, message, leftMs }, () => (unreadBytes -= message.length));
  };
}

function receive(primary: Primary, worker: WorkerHandle, client: MemoryClient, message: ToPrimary): void {
  switch (message.kind) {
    case 'store': {
      const reply = runCall(primary.memory, client, message);
      if (reply !== undefined) worker.send(reply);
      return;
    }
    case 'forked':
      // A `drain` that was sent before the worker listened to messages is lost.
      worker.send(primary.state === 'ending' ? { kind: 'drain' } : startOf(primary));
      return;
    case 'collect metrics':
      void primary.collector
        .collect(worker, message.own)
        .then((text) => worker.send({ kind: 'metrics', id: message.id, text }));
      return;
    case 'metrics':
      primary.collector.received(message.id, message.text);
      return;
    case 'drained':
      primary.everythingAnswered &&= message.everythingAnswered;
      return;
    // `forkWorker` has read it.
    case 'listening':
  }
}

const startOf = ({ simulator, secret }: Primary): ToWorker => ({ kind: 'start', simulator, secret });

function replace(primary: Primary, number: number, how: string): void {
  primary.workers.delete(number);
  primary.collector.retire(number);
  if (primary.state !== 'serving') return;
  primary.logger.warn({ worker: number, how }, 'worker ended');
  if (primary.mayRestart()) {
    // A worker that ends before it listens is replaced by its own `ended`.
    startWorker(primary, number).catch(() => undefined);
    return;
  }
  process.stderr.write(
    `More than ${maxExits} workers have ended within ten seconds, the last one with ${how}.\n`,
  );
  void end(primary, 1);
}

function endOnSignal(primary: Primary): void {
  const onSignal = (signal: 'SIGTERM' | 'SIGINT'): void => {
    if (primary.state === 'ending') {
      for (const worker of primary.workers.values()) worker.kill();
      process.exit(128 + constants.signals[signal]);
    }
    primary.logger.info({ signal }, 'draining');
    void end(primary, 0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** Milliseconds that a worker gets beyond its own limits to exit by itself. */
const graceMs = 1000;

async function end(primary: Primary, code: number): Promise<void> {
  primary.state = 'ending';
  const { DRAIN_DELAY_MS, DRAIN_TIMEOUT_MS } = primary.settings;
  const workers = [...primary.workers.values()];
  for (const worker of workers) worker.send({ kind: 'drain' });
  const allEnded = Promise.all(workers.map(({ ended }) => ended));
  await Promise.race([allEnded, delay(DRAIN_DELAY_MS + DRAIN_TIMEOUT_MS + graceMs)]);
  // A worker whose event loop hangs has not even read the message.
  const everythingAnswered = primary.everythingAnswered && primary.workers.size === 0;
  for (const worker of primary.workers.values()) worker.kill();
  await Promise.all([primary.metrics?.close(), primary.finish()]);
  primary.logger.info({ everythingAnswered }, 'drained');
  process.exit(code);
}
