import DataLoader from 'dataloader';
import { knownPages } from './batch-strategy.js';
import { type BatchOptions, readBatch } from './record-batch.js';
import { createShownRecords } from './shown-record.js';
import type { Page } from '../rest/page.js';

/** The records of one collection by id, for one operation: each is read once, from a list or by its id. */
export interface RecordLoader<T> {
  /** At once where a list has already shown the record. Rejects with a PartnerError. */
  load(id: string): T | Promise<T>;
  /** Takes note of a page of the list, whose records need not be read any more. */
  shown(page: Page<T>): void;
}

export interface RecordLoaderOptions<T> extends BatchOptions<T> {
  /** When a batch that has its first id is dispatched; see `batch-schedule.ts`. */
  readonly schedule: (dispatch: () => void) => void;
}

export function createRecordLoader<T>(options: RecordLoaderOptions<T>): RecordLoader<T> {
  const shownRecords = createShownRecords<T>();
  /** Filled by DataLoader. */
  const loads = new Map<string, Promise<T>>();
  /** Ids that a sweep ahead had shown before they were needed, until they are enough. */
  const foundAhead = new Set<string>();
  let isSweepNoted = false;
  const loader = new DataLoader<string, T>(
    (ids) => readBatch(options, shownRecords.find, ids, foundAhead.size),
    { batchScheduleFn: options.schedule, cacheMap: loads },
  );
  /** Where a sweep ahead has shown every id there is no batch, whose end would note that it paid. */
  const noteAhead = (id: string): void => {
    if (foundAhead.add(id).size - 1 !== knownPages(options.facts())) return;
    isSweepNoted = true;
    options.noteSweep(true);
  };

  return {
    load(id) {
      const known = loads.size === 0 ? undefined : loads.get(id);
      if (known !== undefined) {
        options.cost.deduplicated += 1;
        return known;
      }
      const record = shownRecords.find(id);
      if (record === undefined) return loader.load(id);
      const isAhead = options.ahead() !== undefined;
      options.cost[isAhead ? 'swept' : 'primed'] += 1;
      if (isAhead && !isSweepNoted) noteAhead(id);
      return record;
    },
    shown: shownRecords.add,
  };
}
