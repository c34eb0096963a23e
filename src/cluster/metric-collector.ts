import { createWorkerMetrics } from '../telemetry/worker-metric.js';
import type { WorkerHandle } from './fork.js';
import { createPendingReplies } from './pending-reply.js';

/** Collects the metrics of all workers for the one that serves `/metrics`. */
export interface MetricCollector {
  /** @param own the snapshot of the requesting worker */
  readonly collect: (requester: WorkerHandle, own: string) => Promise<string>;
  /** Passes on the reply to `read metrics`. */
  readonly received: (id: number, snapshot: string) => void;
  readonly retire: (worker: number) => void;
}

/** Milliseconds. A worker that is busy for longer counts with its last snapshot. */
const timeoutMs = 1000;

/** @param workers the live ones by number */
export function createMetricCollector(workers: ReadonlyMap<number, WorkerHandle>): MetricCollector {
  const metrics = createWorkerMetrics();
  const replies = createPendingReplies();
  // A worker may have ended meanwhile, and its successor has the same number.
  const update = (worker: WorkerHandle, snapshot: string | undefined): void => {
    if (snapshot !== undefined && workers.get(worker.number) === worker)
      metrics.update(worker.number, snapshot);
  };
  const refresh = async (worker: WorkerHandle): Promise<void> => {
    const read = (id: number): void => worker.send({ kind: 'read metrics', id });
    update(worker, await replies.request(read, timeoutMs));
  };
  return {
    async collect(requester, own) {
      update(requester, own);
      await Promise.all([...workers.values()].filter((worker) => worker !== requester).map(refresh));
      return metrics.read();
    },
    received: replies.settle,
    retire: metrics.retire,
  };
}
