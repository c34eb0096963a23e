import { AggregatorRegistry, type Registry } from 'prom-client';
import { createLabels, type Label, processRegistry } from './metric.js';

/** Metrics as prom-client passes them from one process to another. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

type Metric = Snapshot[number];

/** The metrics of a façade and its process. */
export async function takeSnapshot(registry: Registry): Promise<Snapshot> {
  const metrics = await Promise.all([
    registry.getMetricsAsJSON(),
    processRegistry().getMetricsAsJSON(),
  ]);
  return metrics.flat();
}

/**
 * Adds up the metrics of several processes. Counters and histograms of ended workers stay in the
 * sum: Prometheus takes a counter that falls for one that was reset, and would count the rest
 * again.
 */
export class WorkerMetrics {
  private readonly live = new Map<number, Snapshot>();
  /** Each worker bounds its own labels; here the bounds hold for all together. */
  private readonly bounds: Readonly<Record<string, Label>> = createLabels();
  private retired: Promise<Snapshot> = Promise.resolve([]);

  update(worker: number, snapshot: Snapshot): void {
    // A restarted worker keeps its number, so there are no more values of `worker` than workers.
    const withWorker = (labels: Labels): Labels => ({ ...labels, worker });
    const metrics = snapshot.map((metric) =>
      isOurs(metric)
        ? relabel(metric, (labels) => this.bounded(labels))
        : { ...relabel(metric, withWorker), aggregator: 'sum' as const },
    );
    this.live.set(worker, metrics);
  }

  /** Keeps the counts of a worker that has ended, but for those after its last snapshot. */
  retire(worker: number): void {
    const counted = (this.live.get(worker) ?? []).filter(
      (metric) => isOurs(metric) && !isGauge(metric),
    );
    this.live.delete(worker);
    this.retired = this.retired.then((earlier) => addUp([earlier, counted]).getMetricsAsJSON());
  }

  async read(): Promise<string> {
    // Both are taken now: a worker that is retired while we wait must not count twice.
    const snapshots = [...this.live.values()];
    const ended = this.retired;
    return addUp([...snapshots, await ended]).metrics();
  }

  private bounded(labels: Labels): Labels {
    const entries = Object.entries(labels);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, this.bounds[name]?.(String(value)) ?? value]),
    );
  }
}

const addUp = (snapshots: Snapshot[]): Registry => AggregatorRegistry.aggregate(snapshots);

/** Ours add up. Memory and event loop belong to a process, and their sum would mean nothing. */
const isOurs = ({ name }: Metric): boolean => name.startsWith('partner_graphql_');

/** The types declare numbers, and prom-client has texts. */
const isGauge = ({ type }: Metric): boolean => String(type) === 'gauge';

type Labels = Metric['values'][number]['labels'];

const relabel = (metric: Metric, change: (labels: Labels) => Labels): Metric => ({
  ...metric,
  values: metric.values.map((series) => ({ ...series, labels: change(series.labels) })),
});
