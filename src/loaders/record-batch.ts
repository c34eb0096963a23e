import { asError } from '../partner/error.js';
import type { CollectionFacts } from '../tenant/collection-facts.js';
import { type BatchStrategy, chooseBatchStrategy, knownPages } from './batch-strategy.js';
import type { Cost } from './budget.js';
import type { PagedList } from './paged-list.js';

export interface BatchOptions<T> {
  readonly list: PagedList<T>;
  readonly getOne: (id: string) => Promise<T>;
  readonly facts: () => CollectionFacts | undefined;
  /** Resolves when it is known what other processes know of the list; undefined from then on. */
  readonly arrivingFacts?: (() => Promise<unknown> | undefined) | undefined;
  readonly cost: Cost;
  /** Called after each batch with whether a sweep from the start would have served it. */
  readonly noteSweep: (isSwept: boolean) => void;
  /** Requests that may be in flight together. */
  readonly maxConcurrency: number;
  /** Resolves when the reads of the whole list that have begun before the batch have ended; undefined without any. */
  readonly ahead: () => Promise<unknown> | undefined;
}

interface Batch<T> {
  readonly options: BatchOptions<T>;
  /** The record that a page of the list has shown. */
  readonly findShown: (id: string) => T | undefined;
  readonly results: Map<string, T | Error>;
  pagesRead: number;
  /** Ids that pages have shown. */
  found: number;
  /** Whether the sample was found; undefined before one is taken. */
  sample: boolean | undefined;
  /** Ids that were read one by one in the end. */
  singles: number;
  listFailed: boolean;
}

const nothingRead = { pagesRead: 0, found: 0, sample: undefined, singles: 0, listFailed: false };

/**
 * @param foundAhead ids that a sweep ahead has shown and that are in no batch
 * @returns one entry for each id, in order: the record, or the error of that id alone
 */
export async function readBatch<T>(
  options: BatchOptions<T>,
  findShown: (id: string) => T | undefined,
  ids: readonly string[],
  foundAhead: number,
): Promise<(T | Error)[]> {
  const batch: Batch<T> = { options, findShown, results: new Map(), ...nothingRead };
  const ahead = options.ahead();
  if (ahead !== undefined) await ahead;
  let missing = ids.filter((id) => !takeShown(batch, id, ahead === undefined ? 'primed' : 'swept'));
  // A page that was read ahead for this batch is evidence like one that the batch itself has read.
  if (ahead !== undefined && options.list.unreadPages()?.length !== 0) {
    batch.found = ids.length - missing.length + foundAhead;
    batch.pagesRead = 1;
  }
  const arriving = options.facts() === undefined ? options.arrivingFacts?.() : undefined;
  // It may save the probe.
  if (arriving !== undefined && missing.length > 0 && nextStep(batch, missing) === 'probe') await arriving;
  while (missing.length > 0) {
    await readStep(nextStep(batch, missing), batch, missing);
    missing = missing.filter((id) => !isSettled(batch, id));
  }
  noteUnlisted(batch);
  options.noteSweep(isWorthSweeping(batch, ids.length + foundAhead));
  return ids.map((id) => batch.results.get(id) ?? new Error('The batch has no result for an id.'));
}

/** Takes a record that a list has shown, for example between the first id of the batch and its dispatch. */
function takeShown<T>(
  { findShown, results, options }: Batch<T>,
  id: string,
  saving: 'primed' | 'swept',
): boolean {
  const record = findShown(id);
  if (record === undefined) return false;
  results.set(id, record);
  options.cost[saving] += 1;
  return true;
}

function isSettled<T>(batch: Batch<T>, id: string): boolean {
  if (batch.results.has(id)) return true;
  if (!takeShown(batch, id, 'swept')) return false;
  batch.found += 1;
  return true;
}

function nextStep<T>(batch: Batch<T>, missing: readonly string[]): BatchStrategy {
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

function readStep<T>(step: BatchStrategy, batch: Batch<T>, missing: readonly string[]): Promise<void> {
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

async function readSingles<T>({ options, results }: Batch<T>, ids: readonly string[]): Promise<void> {
  const reads = ids.map((id) =>
    options.getOne(id).then(
      (record) => results.set(id, record),
      (error: unknown) => results.set(id, asError(error)),
    ),
  );
  await Promise.all(reads);
}

async function readSample<T>(batch: Batch<T>, missing: readonly string[]): Promise<void> {
  await readSingles(batch, missing.slice(0, 1));
  batch.sample = !(batch.results.get(missing[0] ?? '') instanceof Error);
}

/** A page that cannot be read is no verdict on any id: what is missing then is read one by one. */
async function readPages<T>(batch: Batch<T>, pages: readonly number[]): Promise<void> {
  const outcomes = await Promise.allSettled(pages.map((page) => batch.options.list.sweep(page)));
  batch.pagesRead += pages.length;
  if (outcomes.some(({ status }) => status === 'rejected')) batch.listFailed = true;
}

/** Whether the list is what to read when the same operation comes again, and small enough to be read ahead. */
function isWorthSweeping<T>(batch: Batch<T>, ids: number): boolean {
  const { facts, maxConcurrency } = batch.options;
  const pages = knownPages(facts());
  const listed = ids - batch.singles - (batch.sample === false ? 1 : 0);
  return !batch.listFailed && pages !== undefined && pages < listed && pages <= maxConcurrency / 2;
}

/** Notes the share that the list has not shown although it was read, for the credential's next operations. */
function noteUnlisted<T>(batch: Batch<T>): void {
  const { options, found, pagesRead, singles, listFailed } = batch;
  const facts = options.facts();
  if (facts === undefined || pagesRead === 0 || listFailed) return;
  if (singles === 0 || options.list.unreadPages()?.length === 0)
    facts.unlistedShare = singles / (singles + found);
}
