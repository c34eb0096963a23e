import { AggregatorRegistry, type Registry } from 'prom-client';
import { createLabels, type Label, processRegistry } from './metric.js';

/** Metrics as prom-client passes them from one process to another. */
export type Snapshot = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

type Metric = Snapshot[number];

/** The metrics of a façade and its process. */
export async function takeSnapshot(registry: Registry): Promise<Snapshot> {
  const metrics = await Promise.all([registry.getMetricsAsJSON(), processRegistry().getMetricsAsJSON()]);
  return metrics.flat();
}

/**
 * Adds up the metrics of several processes. Counters and histograms of ended workers stay in the sum: Prometheus takes
 * a counter that falls for one that was reset, and would count the rest again.
 */
export class WorkerMetrics {
  private readonly live = new Map<number, Snapshot>();
  private readonly bound = createLabelBounds();
  private retired: Promise<Snapshot> = Promise.resolve([]);

  update(worker: number, snapshot: Snapshot): void {
    // A restarted worker keeps its number, so there are no more values of `worker` than workers.
    const withWorker: Relabel = (labels) => ({ ...labels, worker });
    this.live.set(
      worker,
      snapshot.map((metric) =>
        isOurs(metric)
          ? relabel(metric, this.bound)
          : { ...relabel(metric, withWorker), aggregator: 'sum' as const },
      ),
    );
  }

  /** Keeps the counts of a worker that has ended, but for those after its last snapshot. */
  retire(worker: number): void {
    const counted = (this.live.get(worker) ?? []).filter((metric) => isOurs(metric) && !isGauge(metric));
    this.live.delete(worker);
    this.retired = this.retired.then((earlier) => addUp([earlier, counted]).getMetricsAsJSON());
  }

  async read(): Promise<string> {
    // Both are taken now: a worker that is retired while we wait must not count twice.
    const snapshots = [...this.live.values()];
    const ended = this.retired;
    return addUp([...snapshots, await ended]).metrics();
  }
}

const addUp = (snapshots: Snapshot[]): Registry => AggregatorRegistry.aggregate(snapshots);

/** Ours add up. Memory and event loop belong to a process, and their sum would mean nothing. */
const isOurs = ({ name }: Metric): boolean => name.startsWith('partner_graphql_');

/** The types declare numbers, and prom-client has texts. */
const isGauge = ({ type }: Metric): boolean => String(type) === 'gauge';

type Labels = Metric['values'][number]['labels'];

type Relabel = (labels: Labels) => Labels;

const relabel = (metric: Metric, change: Relabel): Metric => ({
  ...metric,
  values: metric.values.map((series) => ({ ...series, labels: change(series.labels) })),
});

/** Each worker bounds its own labels; here the bounds hold for all together. Values in parentheses are ours. */
function createLabelBounds(): Relabel {
  const bounds: Readonly<Record<string, Label>> = createLabels();
  return (labels) =>
    Object.fromEntries(
      Object.entries(labels).map(([label, value]) => {
        const bound = bounds[label];
        return [label, bound === undefined || String(value).startsWith('(') ? value : bound(String(value))];
      }),
    );
}
