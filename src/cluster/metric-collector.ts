import { createWorkerMetrics } from '../telemetry/worker-metric.js';
import type { WorkerHandle } from './fork.js';
import { createPendingReplies } from './pending-reply.js';

export type MetricCollector = ReturnType<typeof createMetricCollector>;

/** Milliseconds. A worker that is busy for longer counts with its last snapshot. */
const timeoutMs = 1000;

/**
 * Collects the metrics of all workers for the process that serves `/metrics`: one of them, or the primary one.
 *
 * @param workers the live ones by number
 */
export function createMetricCollector(workers: ReadonlyMap<number, WorkerHandle>) {
  const metrics = createWorkerMetrics();
  const replies = createPendingReplies<string>();
  // A worker may have ended meanwhile, and its successor has the same number.
  const update = (worker: WorkerHandle, snapshot: string | undefined): void => {
    if (snapshot !== undefined && workers.get(worker.number) === worker)
      metrics.update(worker.number, snapshot);
  };
  const refresh = async (worker: WorkerHandle): Promise<void> => {
    const read = (id: number): void => worker.send({ kind: 'read metrics', id });
    update(worker, await replies.request(read, timeoutMs));
  };
  const collect = async (asked: readonly WorkerHandle[]): Promise<string> => {
    await Promise.all(asked.map(refresh));
    return metrics.read();
  };
  return {
    /** For the primary process itself. */
    collectAll: (): Promise<string> => collect([...workers.values()]),
    /** @param own the snapshot of the requesting worker */
    collect(requester: WorkerHandle, own: string): Promise<string> {
      update(requester, own);
      return collect([...workers.values()].filter((worker) => worker !== requester));
    },
    /** Passes on the reply to `read metrics`. */
    received: replies.settle,
    retire: (worker: number): void => metrics.retire(worker),
  };
}
