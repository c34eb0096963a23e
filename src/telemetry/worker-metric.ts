import { AggregatorRegistry, type Registry } from 'prom-client';
import {
  createClientLabel,
  createFieldLabel,
  createNameLabel,
  type Label,
  processRegistry,
} from './metric.js';

/** As much of prom-client's data as is added up. */
interface Metric {
  readonly name: string;
  readonly type: unknown;
  readonly aggregator: string;
  readonly values: readonly Series[];
}

interface Series {
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  /** A string if it is not finite. */
  readonly value: number | string;
}

/** The metrics of a façade and its process as text for `createWorkerMetrics`. */
export async function takeSnapshot(registry: Registry): Promise<string> {
  const metrics = await Promise.all([registry.getMetricsAsJSON(), processRegistry().getMetricsAsJSON()]);
  return printSnapshot(metrics.flat());
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
export function createWorkerMetrics() {
  const live = new Map<number, readonly Metric[]>();
  const bound = createLabelBounds();
  let retired: Promise<readonly Metric[]> = Promise.resolve([]);
  return {
    /** Replaces the last snapshot of a worker. */
    update(worker: number, snapshot: string): void {
      // Every worker runs this same program, so `printSnapshot` wrote the text.
      const metrics = JSON.parse(snapshot) as readonly Metric[];
      live.set(
        worker,
        // A restarted worker keeps its number, so there are no more values of `worker` than workers.
        metrics.map((metric) =>
          isOurs(metric)
            ? relabel(metric, bound)
            : { ...relabel(metric, (labels) => ({ ...labels, worker })), aggregator: 'sum' },
        ),
      );
    },
    /** Keeps the counts of a worker that has ended. */
    retire(worker: number): void {
      const counted = (live.get(worker) ?? []).filter((metric) => isOurs(metric) && metric.type !== 'gauge');
      live.delete(worker);
      retired = retired.then((earlier) => addUp([earlier, counted]).getMetricsAsJSON());
    },
    /** All of them in the Prometheus text format. */
    async read(): Promise<string> {
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

type Relabel = (labels: Series['labels']) => Series['labels'];

function relabel(metric: Metric, change: Relabel): Metric {
  const values = metric.values.map((series) => ({
    ...series,
    value: Number(series.value),
    labels: change(series.labels),
  }));
  return { ...metric, values };
}

/**
 * Each worker bounds its own labels, and may know other names than the next one; here the same bounds hold for all of
 * them together. Values in parentheses are ours, such as `(other)`.
 */
function createLabelBounds(): Relabel {
  const bounds: Readonly<Record<string, Label>> = {
    name: createNameLabel(),
    client: createClientLabel(),
    field: createFieldLabel(),
  };
  return (labels) =>
    Object.fromEntries(
      Object.entries(labels).map(([label, value]) => {
        const bound = bounds[label];
        return [label, bound === undefined || String(value).startsWith('(') ? value : bound(String(value))];
      }),
    );
}
