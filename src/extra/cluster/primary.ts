/** Several processes that share a port (docs/operation.md, "Workers"). */
import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Registry } from 'prom-client';
import type { Settings } from '../../config.js';
import { drainOnSignal, type Listener, listenForMetrics } from '../../http/listener.js';
import { health } from '../../http/response.js';
import { pathOf } from '../../http/target.js';
import { Writer } from '../../http/writer.js';
import { Backlog } from '../../operation/backlog.js';
import { createLogger, type Logger } from '../telemetry/log.js';
import { WorkerMetrics } from '../telemetry/worker-metric.js';
import { asError } from '../../partner/error.js';
import { Pipe, type PipeMessage } from './pipe.js';
import { PrimaryMemory } from './primary-memory.js';
import type { EmbeddedSimulator, PrimaryCalls, Worker } from './worker.js';

// NaN, which metrics have, is none in JSON.
cluster.setupPrimary({ serialization: 'advanced' });

/** Milliseconds. A worker that is busy for longer counts with its last snapshot. */
const snapshotTimeoutMs = 1000;

/** Milliseconds that a worker gets beyond its own limits to exit by itself. */
const graceMs = 1000;

/**
 * Starts WORKERS processes of this program that share its port, and restarts each one that ends.
 * The first SIGTERM or SIGINT drains all of them, and the process exits with 0; a second one ends
 * all at once.
 *
 * Each worker is a façade of its own, and shares with the others what replicas share: through Redis
 * where REDIS_URL names one, else through this process. `/metrics` adds up the metrics of all.
 * In-flight requests and caches are each worker's own, and each applies MAX_OPERATIONS,
 * UPSTREAM_MAX_CONNECTIONS and CACHE_MAX_BYTES by itself.
 */
export class Primary {
  private metrics: Listener | undefined;
  private state: 'starting' | 'serving' | 'ending' = 'starting';
  /** The live ones by number, 1 to WORKERS; a restarted worker keeps its number. */
  private readonly workers = new Map<number, WorkerHandle>();
  private readonly workerMetrics = new WorkerMetrics();
  private readonly mayRestart = createRestartLimit(() => performance.now());
  private readonly memory = new PrimaryMemory();
  private readonly secret = randomBytes(32).toString('base64url');
  private readonly logger: Logger;

  /** @param simulator undefined in front of a real Partner API */
  constructor(
    private readonly settings: Settings,
    private readonly simulator: EmbeddedSimulator | undefined,
  ) {
    this.logger = createLogger(settings.LOG_LEVEL);
  }

  /** @throws Error when a worker ends before all of them listen; it has reported why */
  async start() {
    const metrics = await this.listenForMetrics();
    this.metrics = metrics;
    // What keeps the first from listening would keep them all, and is reported once.
    const url = await this.startWorker(1);
    const count = this.settings.WORKERS - 1;
    const others = Array.from({ length: count }, (_, index) => this.startWorker(index + 2));
    await Promise.all(others);
    this.state = 'serving';
    drainOnSignal(this.logger, () => this.drain());
    // One whose event loop hangs would stay.
    process.on('exit', () => {
      for (const worker of this.workers.values()) worker.kill();
    });
    if (this.settings.TRUSTED_DOCUMENTS !== undefined) {
      process.on('SIGHUP', () => this.tellAll('reload'));
    }
    return { url, metrics, logger: this.logger };
  }

  /**
   * For all workers together: one knows its own metrics only, and which of them accepts a
   * connection is chance.
   */
  private listenForMetrics(): Promise<Listener | undefined> {
    const { settings, logger } = this;
    const headers = { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE };
    const observer = {
      failed: (error: unknown) => logger.error({ error: String(error) }, 'unexpected error'),
      responseCut: () => undefined,
    };
    const backlog = new Backlog(settings.MAX_UNREAD_BYTES);
    return listenForMetrics({
      settings,
      logger,
      writer: new Writer({ settings, backlog, observer }),
      metrics: async () => new Response(await this.collectMetrics(), { headers }),
      fetch: ({ url }) =>
        Promise.resolve(pathOf(url) === '/health/live' ? health('live', 200) : this.readiness()),
    });
  }

  private readiness(): Response {
    if (this.state === 'serving') return health('ready', 200);
    return health(this.state === 'starting' ? 'starting' : 'draining', 503);
  }

  /** The metrics of all workers as text. */
  private async collectMetrics(): Promise<string> {
    const refresh = async (worker: WorkerHandle): Promise<void> => {
      const snapshot = await Promise.race([
        worker.pipe.ask('takeSnapshot'),
        delay(snapshotTimeoutMs, undefined),
      ]);
      // A worker may have ended meanwhile, and its successor has the same number.
      if (snapshot !== undefined && this.workers.get(worker.number) === worker) {
        this.workerMetrics.update(worker.number, snapshot);
      }
    };
    await Promise.all([...this.workers.values()].map(refresh));
    return this.workerMetrics.read();
  }

  private tellAll(name: 'reload' | 'drain'): void {
    for (const { pipe } of this.workers.values()) void pipe.tell(name);
  }

  /** @returns its address */
  private async startWorker(number: number): Promise<string> {
    const worker = new WorkerHandle(number);
    const { ended, pid, pipe } = worker;
    this.workers.set(number, worker);
    const { end, ...memory } = this.memory.open((...heard) => worker.hear(...heard));
    void ended.then((how) => {
      end();
      this.replace(number, how);
    });
    const url = await new Promise<string>((resolve, reject) => {
      worker.serve({
        ...memory,
        start: () => {
          // A `drain` that was sent before the worker listened to messages is lost.
          if (this.state === 'ending') void pipe.tell('drain');
          return { simulator: this.simulator, secret: this.secret };
        },
        listening: resolve,
        isStarting: () => this.state === 'starting',
        collectMetrics: () => this.collectMetrics(),
      });
      void ended.then((how) =>
        reject(new Error(`Worker ${number} ended with ${how} before it listened.`)),
      );
    });
    this.logger.info({ worker: number, pid }, 'worker listens');
    return url;
  }

  private replace(number: number, how: string): void {
    this.workers.delete(number);
    this.workerMetrics.retire(number);
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
    void this.drain().then((everythingAnswered) => {
      this.logger.info({ everythingAnswered }, 'drained');
      process.exit(1);
    });
  }

  /**
   * @returns whether every request in flight was answered: each worker has ended in time, and says
   *   so
   */
  private async drain(): Promise<boolean> {
    this.state = 'ending';
    const { DRAIN_DELAY_MS, DRAIN_TIMEOUT_MS } = this.settings;
    const ends = Promise.all([...this.workers.values()].map(({ ended }) => ended));
    this.tellAll('drain');
    const everythingAnswered = await Promise.race([
      ends.then((ways) => ways.every((how) => how === 'code 0')),
      delay(DRAIN_DELAY_MS + DRAIN_TIMEOUT_MS + graceMs, false),
    ]);
    await this.metrics?.close();
    return everythingAnswered;
  }
}

/** Bytes of announcements that a worker has not read: one that hangs misses the rest. */
const maxUnreadBytes = 16 * 1024 * 1024;

/** A worker as the primary process sees it. */
export class WorkerHandle {
  readonly pid: number | undefined;
  /** Resolves with the exit code or the signal. */
  readonly ended: Promise<string>;
  /** Has no effect on a worker that has ended. */
  readonly pipe: Pipe<Worker>;
  private readonly worker = cluster.fork();
  private unreadBytes = 0;

  constructor(readonly number: number) {
    const { worker } = this;
    this.pid = worker.process.pid;
    // node:cluster hands connections over without a callback: where the process has just ended,
    // that emits an error.
    worker.on('error', () => undefined);
    this.ended = once(worker, 'exit').then(
      ([code, signal]: (number | string | null)[]) => String(signal ?? `code ${code ?? ''}`),
      // A process that cannot be started emits an error and no exit.
      (error: unknown) => asError(error).message,
    );
    this.pipe = new Pipe((message, sent) => {
      if (worker.isConnected()) worker.send(message, sent);
    });
  }

  serve(calls: PrimaryCalls): void {
    this.worker.on('message', (message: PipeMessage) => void this.pipe.receive(calls, message));
  }

  /** Passes on a message to one of its listeners. */
  hear(listenerId: number, message: string, leftMs: number): void {
    if (this.unreadBytes > maxUnreadBytes) return;
    this.unreadBytes += message.length;
    void this.pipe.tell('hear', listenerId, message, leftMs).then(() => {
      this.unreadBytes -= message.length;
    });
  }

  kill(): void {
    this.worker.process.kill('SIGKILL');
  }
}

/** Milliseconds in which exits of workers are counted. */
const windowMs = 10_000;

/**
 * More exits than that within the window are no coincidence: a restart does not repair their cause.
 */
const maxExits = 5;

/**
 * Whether a worker that has just ended may be restarted.
 *
 * @param now milliseconds of a clock that never goes back
 */
export function createRestartLimit(now: () => number): () => boolean {
  let exits: readonly number[] = [];
  return () => {
    const at = now();
    exits = [...exits.filter((earlier) => at - earlier < windowMs), at];
    return exits.length <= maxExits;
  };
}
