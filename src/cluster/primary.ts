import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../config.js';
import type { Listener } from '../http/listener.js';
import type { Logger } from '../telemetry/log.js';
import { createRestartLimit, forkWorker, maxExits, type WorkerHandle } from './fork.js';
import type { EmbeddedSimulator, ToPrimary, ToWorker } from './message.js';
import { listenForWorkers, MetricCollector } from './metric-collector.js';
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

/** Bytes of announcements that a worker has not read: one that hangs misses the rest. */
const maxUnreadBytes = 16 * 1024 * 1024;

/** Milliseconds that a worker gets beyond its own limits to exit by itself. */
const graceMs = 1000;

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
  const primary = new Primary(options);
  const metrics = (primary.metrics = await listenForWorkers(options.settings, primary));
  try {
    return { url: await primary.start(), metrics };
  } catch (error) {
    // An open port would keep the process alive.
    await metrics?.close();
    throw error;
  }
}

class Primary {
  /** The live ones by number, 1 to WORKERS; a restarted worker keeps its number. */
  readonly workers = new Map<number, WorkerHandle>();
  readonly collector = new MetricCollector(this.workers);
  readonly logger: Logger;
  state: 'starting' | 'serving' | 'ending' = 'starting';
  metrics: Listener | undefined;
  private readonly mayRestart = createRestartLimit(() => performance.now());
  private readonly memory = new PrimaryMemory();
  private readonly startMessage: ToWorker;
  private everythingAnswered = true;

  constructor(private readonly options: PrimaryOptions) {
    const { logger, settings, simulator } = options;
    this.logger = logger;
    // Undefined where the workers share through Redis.
    const secret = settings.REDIS_URL === undefined ? randomBytes(32).toString('base64url') : undefined;
    this.startMessage = { kind: 'start', simulator, secret };
  }

  /** @returns the address */
  async start(): Promise<string> {
    // What keeps the first from listening would keep them all, and is reported once.
    const url = await this.startWorker(1);
    const count = this.options.settings.WORKERS - 1;
    await Promise.all(Array.from({ length: count }, (_, index) => this.startWorker(index + 2)));
    this.state = 'serving';
    for (const worker of this.workers.values()) worker.send({ kind: 'ready' });
    this.endOnSignal();
    return url;
  }

  /** @returns the address of the new worker */
  private async startWorker(number: number): Promise<string> {
    const client = createClient((message, sent) => worker.send(message, sent));
    const worker = forkWorker(
      number,
      (message) => this.receive(worker, client, message),
      (how) => {
        this.memory.forget(client);
        this.replace(number, how);
      },
    );
    this.workers.set(number, worker);
    const url = await worker.listening;
    this.logger.info({ worker: number, pid: worker.pid }, 'worker listens');
    if (this.state === 'serving') worker.send({ kind: 'ready' });
    return url;
  }

  private receive(worker: WorkerHandle, client: MemoryClient, message: ToPrimary): void {
    switch (message.kind) {
      case 'store': {
        const reply = runCall(this.memory, client, message);
        if (reply !== undefined) worker.send(reply);
        return;
      }
      case 'forked':
        // A `drain` that was sent before the worker listened to messages is lost.
        worker.send(this.state === 'ending' ? { kind: 'drain' } : this.startMessage);
        return;
      case 'collect metrics':
        void this.collector
          .collect(worker, message.own)
          .then((text) => worker.send({ kind: 'metrics', id: message.id, text }));
        return;
      case 'metrics':
        this.collector.received(message.id, message.text);
        return;
      case 'drained':
        this.everythingAnswered &&= message.everythingAnswered;
        return;
      // `forkWorker` has read it.
      case 'listening':
    }
  }

  private replace(number: number, how: string): void {
    this.workers.delete(number);
    this.collector.retire(number);
    if (this.state !== 'serving') return;
    this.logger.warn({ worker: number, how }, 'worker ended');
    if (this.mayRestart()) {
      // A worker that ends before it listens is replaced by its own `ended`.
      this.startWorker(number).catch(() => undefined);
      return;
    }
    process.stderr.write(
      `More than ${maxExits} workers have ended within ten seconds, the last one with ${how}.\n`,
    );
    void this.end(1);
  }

  private endOnSignal(): void {
    const onSignal = (signal: 'SIGTERM' | 'SIGINT'): void => {
      if (this.state === 'ending') {
        for (const worker of this.workers.values()) worker.kill();
        process.exit(128 + constants.signals[signal]);
      }
      this.logger.info({ signal }, 'draining');
      void this.end(0);
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
    const { settings } = this.options;
    if (settings.TRUSTED_DOCUMENTS !== undefined)
      process.on('SIGHUP', () => {
        for (const worker of this.workers.values()) worker.send({ kind: 'reload' });
      });
  }

  private async end(code: number): Promise<void> {
    this.state = 'ending';
    const { DRAIN_DELAY_MS, DRAIN_TIMEOUT_MS } = this.options.settings;
    const workers = [...this.workers.values()];
    for (const worker of workers) worker.send({ kind: 'drain' });
    const allEnded = Promise.all(workers.map(({ ended }) => ended));
    await Promise.race([allEnded, delay(DRAIN_DELAY_MS + DRAIN_TIMEOUT_MS + graceMs)]);
    // A worker whose event loop hangs has not even read the message.
    const everythingAnswered = this.everythingAnswered && this.workers.size === 0;
    for (const worker of this.workers.values()) worker.kill();
    await Promise.all([this.metrics?.close(), this.options.finish()]);
    this.logger.info({ everythingAnswered }, 'drained');
    process.exit(code);
  }
}

/** A worker, as it listens to the others. */
function createClient(send: WorkerHandle['send']): MemoryClient {
  let unreadBytes = 0;
  return (channel, message, leftMs) => {
    if (unreadBytes > maxUnreadBytes) return;
    unreadBytes += message.length;
    send({ kind: 'announced', channel, message, leftMs }, () => (unreadBytes -= message.length));
  };
}
