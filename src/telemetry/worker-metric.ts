import { AggregatorRegistry, type Registry } from 'prom-client';
import { createFieldLabel, createNameLabel, type Label } from './label.js';

/** The metrics of all workers as one text. */
export interface WorkerMetrics {
  /** Replaces the last snapshot of a worker. */
  readonly update: (worker: number, snapshot: string) => void;
  /** Keeps the counts of a worker that has ended. */
  readonly retire: (worker: number) => void;
  /** All of them in the Prometheus text format. */
  readonly read: () => Promise<string>;
}

/** As much of prom-client's data as is added up. */
interface Metric {
  readonly name: string;
  readonly type: unknown;
  readonly values: readonly Series[];
}

interface Series {
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  /** A string if it is not finite. */
  readonly value: number | string;
}

/** JSON has neither NaN, the lag of an event loop that has not run yet, nor infinity: both travel as strings. */
export const printSnapshot = (metrics: readonly object[]): string =>
  JSON.stringify(metrics, (_key, value: unknown) =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
  );

/**
 * Adds up the metrics of several processes. Counters and histograms of ended workers stay in the sum: Prometheus takes
 * a counter that falls for one that was reset, and would count the rest again. What a worker counted after its last
 * snapshot is lost.
 */
export function createWorkerMetrics(): WorkerMetrics {
  const live = new Map<number, readonly Metric[]>();
  const bound = createLabelBounds();
  let retired: Promise<readonly Metric[]> = Promise.resolve([]);
  return {
    update(worker, snapshot) {
      live.set(
        worker,
        readSnapshot(snapshot, (metric) => (isOurs(metric) ? bound : withWorker(worker))),
      );
    },
    retire(worker) {
      const counted = (live.get(worker) ?? []).filter((metric) => isOurs(metric) && metric.type !== 'gauge');
      live.delete(worker);
      retired = retired.then((earlier) => addUp([earlier, counted]).getMetricsAsJSON());
    },
    async read() {
      // Both are taken now: a worker that is retired while we wait must not count twice.
      const snapshots = [...live.values()];
      const ended = retired;
      return addUp([...snapshots, await ended]).metrics();
    },
  };
}

const addUp = (snapshots: (readonly Metric[])[]): Registry => AggregatorRegistry.aggregate(snapshots);

/** Ours add up. Memory and event loop belong to a process, and their sum would mean nothing. */
const isOurs = ({ name }: Metric): boolean => name.startsWith('partner_graphql_');

function readSnapshot(text: string, relabelFor: (metric: Metric) => Relabel): readonly Metric[] {
  // Every worker runs this same program, so `printSnapshot` wrote the text.
  const metrics = JSON.parse(text) as readonly Metric[];
  return metrics.map((metric) => {
    const relabel = relabelFor(metric);
    const values = metric.values.map((series) => ({
      ...series,
      value: Number(series.value),
      labels: relabel(series.labels),
    }));
    return { ...metric, values, aggregator: 'sum' };
  });
}

type Relabel = (labels: Series['labels']) => Series['labels'];

/** A restarted worker keeps its number, so there are no more of these labels than workers. */
const withWorker =
  (worker: number): Relabel =>
  (labels) => ({ ...labels, worker });

/**
 * Each worker bounds its own labels, and may know other names than the next one; here the same bounds hold for all of
 * them together. Values in parentheses are ours, such as `(other)`.
 */
function createLabelBounds(): Relabel {
  const bounds: Readonly<Record<string, Label>> = { name: createNameLabel(), field: createFieldLabel() };
  return (labels) =>
    Object.fromEntries(
      Object.entries(labels).map(([label, value]) => {
        const bound = bounds[label];
        return [label, bound === undefined || String(value).startsWith('(') ? value : bound(String(value))];
      }),
    );
}
