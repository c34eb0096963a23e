import type { WorkerHandle } from './fork.js';
import { createPendingReplies } from './message.js';
import { createWorkerMetrics } from '../telemetry/worker-metric.js';

/** Reads the metrics of all workers, for whichever of them was asked. */
export interface MetricCollector {
  /** @param own what the worker that was asked has counted itself */
  readonly read: (asked: WorkerHandle, own: string) => Promise<string>;
  readonly answered: (id: number, text: string) => void;
  readonly ended: (number: number) => void;
}

/** Milliseconds. A worker that is busy for longer is told with what it had counted when it was last read. */
const timeoutMs = 1000;

/** @param members those that live now, by number */
export function createMetricCollector(members: ReadonlyMap<number, WorkerHandle>): MetricCollector {
  const metrics = createWorkerMetrics();
  const questions = createPendingReplies();

  const refresh = async (member: WorkerHandle): Promise<void> => {
    const text = await questions.ask((id) => member.tell({ kind: 'wants metrics', id }), timeoutMs);
    // It may have ended meanwhile, and another may have its number.
    if (text !== undefined && members.get(member.number) === member) metrics.note(member.number, text);
  };

  return {
    async read(asked, own) {
      if (members.get(asked.number) === asked) metrics.note(asked.number, own);
      await Promise.all([...members.values()].filter((member) => member !== asked).map(refresh));
      return metrics.text();
    },
    answered: questions.answered,
    ended: metrics.bury,
  };
}
