import DataLoader from 'dataloader';
import type { Collection } from '../partner/collection.js';
import { asError } from '../partner/error.js';
import type { Page } from '../rest/page.js';
import { type BatchStrategy, chooseBatchStrategy } from './batch-strategy.js';
import type { Cost } from './budget.js';
import type { PagedList } from './paged-list.js';
import { createShownRecords } from './shown-record.js';
import type { CollectionFacts } from '../tenant/tenant.js';

interface Identified {
  readonly id: string;
}

/** The records of one collection by id, for one operation: each is read once, whichever way it is asked for. */
export interface RecordLoader<T> {
  /** At once where a list has already shown the record. Rejects with a PartnerError. */
  load(id: string): T | Promise<T>;
  /** Takes note of a page of the list, whose records need not be read any more. */
  shown(page: Page<T>): void;
}

export interface RecordLoaderOptions<T extends Identified> {
  readonly collection: Collection<T>;
  readonly list: PagedList<T>;
  readonly getOne: (id: string) => Promise<T>;
  readonly facts: () => CollectionFacts | undefined;
  readonly cost: Cost;
  /** Pages of 100 that the list has, where that is known. */
  readonly pageCount: () => number | undefined;
  /** Told after each batch whether a sweep from the start would have served it. */
  readonly noteSweep: (isSwept: boolean) => void;
  /** When a batch that has its first id goes; see `wave.ts`. */
  readonly schedule: (dispatch: () => void) => void;
  /** Requests that may go out together. */
  readonly maxConcurrency: number;
}

export function createRecordLoader<T extends Identified>(options: RecordLoaderOptions<T>): RecordLoader<T> {
  const shownRecords = createShownRecords<T>();
  /** What has been asked for by id; DataLoader keeps it. */
  const asked = new Map<string, Promise<T>>();
  const loader = new DataLoader<string, T>(
    (ids) => readBatch(options, shownRecords.find, ids, foundAhead.size),
    {
      batchScheduleFn: options.schedule,
      cacheMap: asked,
    },
  );
  /** Ids that a sweep ahead had shown before they were asked for, until they are enough. */
  const foundAhead = new Set<string>();
  let wasWorthIt = false;

  /** Where the sweep has shown all that is asked for there is no batch, which would tell that it was worth it. */
  function noteAhead(id: string): void {
    if (foundAhead.add(id).size - 1 !== options.pageCount()) return;
    wasWorthIt = true;
    options.noteSweep(true);
  }

  return {
    load(id) {
      const known = asked.size === 0 ? undefined : asked.get(id);
      if (known !== undefined) {
        options.cost.deduplicated += 1;
        return known;
      }
      const record = shownRecords.find(id);
      if (record === undefined) return loader.load(id);
      noteShown(options);
      if (!wasWorthIt && options.list.ahead() !== undefined) noteAhead(id);
      return record;
    },
    shown: shownRecords.add,
  };
}

/** One entry for each id, in order: the record, or the error of that id alone. */
async function readBatch<T extends Identified>(
  options: RecordLoaderOptions<T>,
  find: (id: string) => T | undefined,
  ids: readonly string[],
  foundAhead: number,
): Promise<(T | Error)[]> {
  const batch: Batch<T> = { options, find, results: new Map(), ...nothingRead };
  const ahead = options.list.ahead();
  if (ahead !== undefined) await ahead;
  let missing = ids.filter((id) => !isShownMeanwhile(batch, id));
  while (missing.length > 0) {
    await follow(nextStep(batch, missing), batch, missing);
    missing = missing.filter((id) => !isSettled(batch, id));
  }
  noteUnlisted(batch);
  options.noteSweep(isWorthSweeping(batch, ids.length + foundAhead));
  return ids.map(
    (id) => batch.results.get(id) ?? new Error(`No result for ${options.collection.idParameter}.`),
  );
}

interface Batch<T extends Identified> {
  readonly options: RecordLoaderOptions<T>;
  readonly find: (id: string) => T | undefined;
  readonly results: Map<string, T | Error>;
  pagesRead: number;
  /** Ids that pages have shown. */
  found: number;
  sample: boolean | undefined;
  /** Ids asked for one by one at last. */
  singles: number;
  listFailed: boolean;
}

const nothingRead = { pagesRead: 0, found: 0, sample: undefined, singles: 0, listFailed: false };

function nextStep<T extends Identified>(batch: Batch<T>, missing: readonly string[]): BatchStrategy {
  if (batch.listFailed) return 'singles';
  return chooseBatchStrategy({
    missing: missing.length,
    pagesLeft: batch.options.list.unreadPages()?.length,
    pagesRead: batch.pagesRead,
    found: batch.found,
    sample: batch.sample,
    unlistedShare: batch.options.facts()?.unlistedShare,
  });
}

function follow<T extends Identified>(
  step: BatchStrategy,
  batch: Batch<T>,
  missing: readonly string[],
): Promise<void> {
  const { list, maxConcurrency } = batch.options;
  switch (step) {
    case 'singles':
      batch.singles = missing.length;
      return readSingles(batch, missing);
    case 'sample':
      return readSample(batch, missing);
    case 'probe':
      return readPages(batch, list.unreadPages()?.slice(0, 1) ?? [1]);
    case 'sweep':
      return readPages(batch, list.unreadPages()?.slice(0, maxConcurrency) ?? []);
  }
}

async function readSingles<T extends Identified>(
  { options, results }: Batch<T>,
  ids: readonly string[],
): Promise<void> {
  const read = ids.map((id) =>
    options.getOne(id).then(
      (record) => results.set(id, record),
      (error: unknown) => results.set(id, asError(error)),
    ),
  );
  await Promise.all(read);
}

async function readSample<T extends Identified>(batch: Batch<T>, missing: readonly string[]): Promise<void> {
  await readSingles(batch, missing.slice(0, 1));
  batch.sample = !(batch.results.get(missing[0] ?? '') instanceof Error);
}

/** A page that cannot be read is no verdict on any id: what is missing then is asked for by itself. */
async function readPages<T extends Identified>(batch: Batch<T>, pages: readonly number[]): Promise<void> {
  const read = pages.map((page) => batch.options.list.sweep(page));
  const outcomes = await Promise.allSettled(read);
  batch.pagesRead += pages.length;
  if (outcomes.some(({ status }) => status === 'rejected')) batch.listFailed = true;
}

/** A list may have shown the record between the first id of the batch and its departure. */
function isShownMeanwhile<T extends Identified>({ find, results, options }: Batch<T>, id: string): boolean {
  const record = find(id);
  if (record === undefined) return false;
  results.set(id, record);
  noteShown(options);
  return true;
}

function noteShown<T extends Identified>({ cost, list }: RecordLoaderOptions<T>): void {
  if (list.ahead() === undefined) cost.primed += 1;
  else cost.swept += 1;
}

/** Whether the list is what to read when the same operation comes again, and small enough to be read ahead. */
function isWorthSweeping<T extends Identified>(batch: Batch<T>, ids: number): boolean {
  const { pageCount, maxConcurrency } = batch.options;
  const pages = pageCount();
  const listed = ids - batch.singles - (batch.sample === false ? 1 : 0);
  return !batch.listFailed && pages !== undefined && pages < listed && pages <= maxConcurrency / 2;
}

function isSettled<T extends Identified>(batch: Batch<T>, id: string): boolean {
  if (batch.results.has(id)) return true;
  const record = batch.find(id);
  if (record === undefined) return false;
  batch.results.set(id, record);
  batch.found += 1;
  batch.options.cost.swept += 1;
  return true;
}

/** What the list has not shown although it was read, for the plans of the credential's next operations. */
function noteUnlisted<T extends Identified>({
  options,
  found,
  pagesRead,
  singles,
  listFailed,
}: Batch<T>): void {
  const facts = options.facts();
  if (facts === undefined || pagesRead === 0 || listFailed) return;
  if (singles === 0 || options.list.unreadPages()?.length === 0)
    facts.unlistedShare = singles / (singles + found);
}
