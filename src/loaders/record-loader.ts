import DataLoader from 'dataloader';
import { knownPages } from './list-facts.js';
import { type BatchOptions, RecordBatch } from './record-batch.js';

export interface RecordLoaderOptions<T> extends BatchOptions<T> {
  /** When a batch that has its first id is dispatched; see `batch-schedule.ts`. */
  readonly schedule: (dispatch: () => void) => void;
}

/** The records of one collection by id, for one operation: each is read once, from its list or by its id. */
export class RecordLoader<T> {
  /** Filled by DataLoader. */
  private readonly loads = new Map<string, Promise<T>>();
  /** Ids that a sweep ahead had shown before they were needed, until they are enough. */
  private readonly shownAhead = new Set<string>();
  private hasReportedSweep = false;
  private readonly loader: DataLoader<string, T>;

  constructor(private readonly options: RecordLoaderOptions<T>) {
    this.loader = new DataLoader((ids) => new RecordBatch(options, this.shownAhead.size).read(ids), {
      batchScheduleFn: options.schedule,
      cacheMap: this.loads,
    });
  }

  /** At once where the list has already shown the record. Rejects with a PartnerError. */
  load(id: string): T | Promise<T> {
    const { list, cost } = this.options;
    const known = this.loads.size === 0 ? undefined : this.loads.get(id);
    if (known !== undefined) {
      cost.deduplicated += 1;
      return known;
    }
    const record = list.find(id);
    if (record === undefined) return this.loader.load(id);
    const isAhead = list.ahead !== undefined;
    cost[isAhead ? 'swept' : 'primed'] += 1;
    if (isAhead && !this.hasReportedSweep) this.countAhead(id);
    return record;
  }

  /** Where a sweep ahead has shown every id there is no batch, whose end would note that it paid. */
  private countAhead(id: string): void {
    const { facts, noteSweep } = this.options;
    if (this.shownAhead.add(id).size - 1 !== knownPages(facts())) return;
    this.hasReportedSweep = true;
    noteSweep(true);
  }
}
