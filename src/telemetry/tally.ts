import { Counter, type CounterConfiguration, Gauge, type GaugeConfiguration } from 'prom-client';

type Settings<Label extends string> = CounterConfiguration<Label> & { readonly labelNames: readonly Label[] };

/** What is counted under one set of label values, since the metrics were last read. */
interface Entry<Label extends string> {
  readonly labels: Partial<Record<Label, string>>;
  count: number;
}

/**
 * A counter that is told of its counts when it is read. It checks and hashes its labels at each call, which costs as
 * much as a REST request's bookkeeping does otherwise; here a call is a look into a Map by the values of the labels.
 *
 * @returns what to call with a count and the label values, in the order of `labelNames`
 */
export function createTally<Label extends string>(settings: Settings<Label>) {
  const entries = new Map<string, Entry<Label>>();
  const { labelNames } = settings;
  new Counter<Label>({
    ...settings,
    collect() {
      for (const entry of entries.values()) {
        if (entry.count > 0) this.inc(entry.labels, entry.count);
        entry.count = 0;
      }
    },
  });
  return (count: number, ...values: string[]): void => {
    const key = values.length === 1 ? (values[0] ?? '') : values.join('\n');
    let entry = entries.get(key);
    if (entry === undefined) entries.set(key, (entry = { labels: labelled(labelNames, values), count: 0 }));
    entry.count += count;
  };
}

const labelled = <Label extends string>(names: readonly Label[], values: readonly string[]) => {
  const labels: Partial<Record<Label, string>> = {};
  names.forEach((name, index) => (labels[name] = values[index] ?? ''));
  return labels;
};

/** A gauge of what is under way, asked when it is read. */
export function createLevel(settings: GaugeConfiguration<never>, level: () => number): void {
  new Gauge({
    ...settings,
    collect() {
      this.set(level());
    },
  });
}
