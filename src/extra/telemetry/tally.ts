/** The values of a metric's labels. */
export type Series<Label extends string> = Readonly<Record<Label, string>>;

/**
 * Counts in plain numbers, by the values of labels. prom-client makes a text of each series that it
 * counts, which costs more than all else that is counted of a small operation.
 */
export class Tally<Label extends string> {
  private readonly counts: SeriesTree<Label, Count>;

  constructor(labelNames: readonly Label[]) {
    this.counts = new SeriesTree(labelNames, () => ({ untold: 0 }));
  }

  inc(series: Series<Label>, count = 1): void {
    this.counts.of(series).untold += count;
  }

  /**
   * Tells what has been counted since the last call: of each series, in the order of their first
   * counts.
   */
  tell(add: (series: Series<Label>, count: number) => void): void {
    for (const { series, value } of this.counts.all()) {
      add(series, value.untold);
      value.untold = 0;
    }
  }
}

interface Count {
  untold: number;
}

/**
 * A histogram of plain numbers, in place of prom-client's: that one can only be told each value by
 * itself. It has what a registry of prom-client uses of a metric.
 */
export class Distribution<Label extends string> {
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  private buckets: SeriesTree<Label, Buckets>;

  /** @param upperBounds of the buckets, in ascending order, without that of all values */
  constructor(
    readonly name: string,
    readonly help: string,
    readonly labelNames: readonly Label[],
    private readonly upperBounds: readonly number[],
  ) {
    this.buckets = this.empty();
  }

  observe(series: Series<Label>, value: number): void {
    this.buckets.of(series).add(value);
  }

  /** Lets a series begin at 0. */
  zero(series: Series<Label>): void {
    this.buckets.of(series);
  }

  reset(): void {
    this.buckets = this.empty();
  }

  /** As a registry reads a metric, to print it or to pass it to another process. */
  get() {
    const { name, help, type, aggregator } = this;
    const values = this.buckets.all().flatMap(({ series, value }) => value.print(name, series));
    return Promise.resolve({ name, help, type, aggregator, values });
  }

  private empty(): SeriesTree<Label, Buckets> {
    return new SeriesTree(this.labelNames, () => new Buckets(this.upperBounds));
  }
}

/** The values of one series, by the least upper bound that each is within. */
class Buckets {
  /** Of each bound, without those of the bounds below it. */
  private readonly counts: number[];
  private count = 0;
  private sum = 0;

  constructor(private readonly upperBounds: readonly number[]) {
    this.counts = upperBounds.map(() => 0);
  }

  add(value: number): void {
    const { counts } = this;
    this.count += 1;
    this.sum += value;
    const place = this.placeOf(value);
    if (place < counts.length) counts[place] = (counts[place] ?? 0) + 1;
  }

  /** As prom-client prints a histogram: each bucket holds those of smaller bounds. */
  print(name: string, labels: Readonly<Record<string, string>>) {
    const { count, sum } = this;
    let within = 0;
    const buckets = this.upperBounds.map((le, place) => {
      within += this.counts[place] ?? 0;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: within };
    });
    return [
      ...buckets,
      { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }

  /** The index of the bucket; the number of buckets for a value above all bounds. */
  private placeOf(value: number): number {
    const { upperBounds } = this;
    let place = 0;
    for (const bound of upperBounds) {
      if (value <= bound) break;
      place += 1;
    }
    return place;
  }
}

/** A value for each series, found label by label. */
class SeriesTree<Label extends string, Value> {
  private readonly root = new Branch<Value>();
  private readonly entries: { readonly series: Series<Label>; readonly value: Value }[] = [];

  constructor(
    private readonly labelNames: readonly Label[],
    private readonly make: () => Value,
  ) {}

  /** The value of a series, which is made at its first use. */
  of(series: Series<Label>): Value {
    let branch = this.root;
    for (const name of this.labelNames) branch = branch.at(series[name]);
    return branch.value ?? this.open(branch, series);
  }

  /** In the order of their first uses. */
  all() {
    return this.entries;
  }

  private open(branch: Branch<Value>, series: Series<Label>): Value {
    const value = this.make();
    branch.hold(value);
    this.entries.push({ series, value });
    return value;
  }
}

/** The series that have the first labels in common; the value of one with no further label. */
class Branch<Value> {
  private held: Value | undefined;
  private readonly branches = new Map<string, Branch<Value>>();

  get value(): Value | undefined {
    return this.held;
  }

  hold(value: Value): void {
    this.held = value;
  }

  at(labelValue: string): Branch<Value> {
    const known = this.branches.get(labelValue);
    if (known !== undefined) return known;
    const made = new Branch<Value>();
    this.branches.set(labelValue, made);
    return made;
  }
}
