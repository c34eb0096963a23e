import { createLabels } from './label.js';

/** The metrics of all workers as one text. */
export interface WorkerMetrics {
  /** Takes note of what a worker has counted so far, in the Prometheus text format. */
  readonly note: (worker: number, text: string) => void;
  /** Keeps what a worker that has ended was last known to have counted. */
  readonly bury: (worker: number) => void;
  readonly text: () => string;
}

/** Metrics of one name. */
interface Family {
  readonly name: string;
  /** The HELP and TYPE lines. */
  readonly head: string;
  readonly isCounted: boolean;
  /** Value by name and labels, as they are printed. */
  readonly series: Map<string, number>;
}

type Families = Map<string, Family>;

/** Those of the façade add up; memory and event loop belong to a process, and their sum would say nothing. */
const isOurs = (family: string): boolean => family.startsWith('partner_graphql_');

/**
 * Adds up the metrics of several processes. Counters and histograms of workers that have ended stay in the sum: it
 * must not go down, since Prometheus takes a counter that falls for one that began anew, and would count all of what
 * is left once more. What a worker counted after it was last read is lost with it.
 */
export function createWorkerMetrics(): WorkerMetrics {
  const living = new Map<number, Families>();
  const buried: Families = new Map();
  const bound = createBound();
  return {
    note: (worker, text) => void living.set(worker, parse(text)),
    bury(worker) {
      for (const family of living.get(worker)?.values() ?? [])
        if (isOurs(family.name) && family.isCounted) addTo(buried, family, bound);
      living.delete(worker);
    },
    text() {
      const all: Families = new Map();
      for (const [worker, families] of living)
        for (const family of families.values())
          addTo(all, family, isOurs(family.name) ? bound : (series) => withWorker(series, worker));
      for (const family of buried.values()) addTo(all, family, bound);
      return [...all.values()].map(print).join('\n');
    },
  };
}

const headLine = /^# (HELP|TYPE) (\S+) (.*)$/;

/** Series stand below the head of their family. */
function parse(text: string): Families {
  const families: Families = new Map();
  let current: Family | undefined;
  let help = '';
  for (const line of text.split('\n')) {
    const [, kind, name, rest] = headLine.exec(line) ?? [];
    if (kind === 'HELP') help = line;
    if (kind === 'TYPE' && name !== undefined) {
      current = { name, head: `${help}\n${line}`, isCounted: rest !== 'gauge', series: new Map() };
      families.set(name, current);
    }
    const end = line.lastIndexOf(' ');
    if (kind === undefined && end > 0) current?.series.set(line.slice(0, end), Number(line.slice(end + 1)));
  }
  return families;
}

function addTo(sum: Families, family: Family, rename: (series: string) => string): void {
  const { name, series } = family;
  const into = sum.get(name) ?? { ...family, series: new Map<string, number>() };
  sum.set(name, into);
  for (const [text, value] of series) {
    const renamed = rename(text);
    into.series.set(renamed, (into.series.get(renamed) ?? 0) + value);
  }
}

/** A restarted worker has the number of the one before it, so these labels are as many as the workers. */
const withWorker = (series: string, worker: number): string =>
  series.endsWith('}') ? `${series.slice(0, -1)},worker="${worker}"}` : `${series}{worker="${worker}"}`;

/**
 * Each worker bounds its labels for itself, and may know other names than the next one; here the same bounds hold for
 * all of them together. Values in brackets are ours, such as `(other)`.
 */
function createBound(): (series: string) => string {
  const labels: Readonly<Record<string, (text: string) => string>> = {
    name: createLabels(80, 64),
    field: createLabels(50, 160),
  };
  return (series) =>
    series.replace(
      /(?<=[{,])(name|field)="([^("](?:[^"\\]|\\.)*)"/g,
      (whole, label: string, value: string) => {
        const bounded = labels[label]?.(value);
        return bounded === undefined ? whole : `${label}="${bounded}"`;
      },
    );
}

const print = ({ head, series }: Family): string =>
  [head, ...[...series].map(([text, value]) => `${text} ${told(value)}`), ''].join('\n');

function told(value: number): string {
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return 'Nan';
  return value > 0 ? '+Inf' : '-Inf';
}
