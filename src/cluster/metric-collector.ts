import { Registry } from 'prom-client';
import type { Settings } from '../config.js';
import type { Listener } from '../http/listener.js';
import { listenForMetrics, type MetricsSource } from '../http/metrics-listener.js';
import { health } from '../http/plain-response.js';
import { pathOf } from '../http/target.js';
import { createWorkerMetrics } from '../telemetry/worker-metric.js';
import type { WorkerHandle } from './fork.js';
import { PendingReplies } from './pending-reply.js';

/** Milliseconds. A worker that is busy for longer counts with its last snapshot. */
const timeoutMs = 1000;

/** Collects the metrics of all workers for the process that serves `/metrics`: one of them, or the primary one. */
export class MetricCollector {
  private readonly metrics = createWorkerMetrics();
  private readonly replies = new PendingReplies<string>();

  /** @param workers the live ones by number */
  constructor(private readonly workers: ReadonlyMap<number, WorkerHandle>) {}

  /** @param requester the worker that requests them, with its own snapshot; undefined for the primary process itself */
  async collect(requester?: WorkerHandle, own?: string): Promise<string> {
    if (requester !== undefined) this.update(requester, own);
    const others = [...this.workers.values()].filter((worker) => worker !== requester);
    await Promise.all(others.map((worker) => this.refresh(worker)));
    return this.metrics.read();
  }

  /** Passes on the reply to `read metrics`. */
  received(id: number, text: string): void {
    this.replies.settle(id, text);
  }

  retire(worker: number): void {
    this.metrics.retire(worker);
  }

  private async refresh(worker: WorkerHandle): Promise<void> {
    const read = (id: number): void => worker.send({ kind: 'read metrics', id });
    this.update(worker, await this.replies.request(read, timeoutMs));
  }

  private update(worker: WorkerHandle, snapshot: string | undefined): void {
    // A worker may have ended meanwhile, and its successor has the same number.
    if (snapshot !== undefined && this.workers.get(worker.number) === worker)
      this.metrics.update(worker.number, snapshot);
  }
}

/** As much of the primary process as METRICS_PORT reports on. */
export interface WorkerGroup extends Pick<MetricsSource, 'logger'> {
  readonly collector: Pick<MetricCollector, 'collect'>;
  readonly state: 'starting' | 'serving' | 'ending';
}

/**
 * Serves METRICS_PORT in the primary process, for all workers together: a worker knows its own metrics only, and which
 * of them accepts a connection is chance.
 *
 * @returns undefined without METRICS_PORT
 */
export const listenForWorkers = (settings: Settings, group: WorkerGroup): Promise<Listener | undefined> =>
  listenForMetrics({
    settings,
    logger: group.logger,
    metrics: async () =>
      new Response(await group.collector.collect(), {
        headers: { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE },
      }),
    fetch: ({ url }) =>
      Promise.resolve(pathOf(url) === '/health/live' ? health('live', 200) : readiness(group)),
  });

const readiness = ({ state }: WorkerGroup): Response => {
  if (state === 'serving') return health('ready', 200);
  return health(state === 'starting' ? 'starting' : 'draining', 503);
};
