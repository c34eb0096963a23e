import { asError } from '../partner/error.js';
import type { CollectionFacts } from '../tenant/collection-facts.js';
import type { Cost } from './budget.js';
import { knownPages } from './list-facts.js';
import type { PagedList } from './paged-list.js';

export interface BatchOptions<T> {
  readonly list: PagedList<T>;
  readonly getOne: (id: string) => Promise<T>;
  readonly facts: () => CollectionFacts | undefined;
  /** Resolves when it is known what other processes know of the list; undefined from then on. */
  readonly awaitFacts?: (() => Promise<unknown> | undefined) | undefined;
  readonly cost: Cost;
  /** Called after each batch with whether a sweep from the start would have served it. */
  readonly noteSweep: (isSwept: boolean) => void;
  /** Requests that may be in flight together. */
  readonly maxConcurrency: number;
}

/** The ids of one collection that are needed at the same time. */
export class RecordBatch<T> {
  private readonly results = new Map<string, T | Error>();
  private pagesRead = 0;
  /** Ids that pages have shown. */
  private found = 0;
  /** Whether the sample was found; undefined before one is taken. */
  private sample: boolean | undefined;
  /** Ids that were read one by one in the end. */
  private singles = 0;
  private hasListFailed = false;

  /** @param shownAhead ids that a sweep ahead has shown and that are in no batch */
  constructor(
    private readonly options: BatchOptions<T>,
    private readonly shownAhead: number,
  ) {}

  /** @returns one entry for each id, in order: the record, or the error of that id alone */
  async read(ids: readonly string[]): Promise<(T | Error)[]> {
    const { list, noteSweep } = this.options;
    const { ahead } = list;
    if (ahead !== undefined) await ahead;
    let missing = ids.filter((id) => !this.takeShown(id, ahead === undefined ? 'primed' : 'swept'));
    // A page that was read ahead for this batch is evidence like one that the batch itself has read.
    if (ahead !== undefined && list.unreadPages()?.length !== 0) {
      this.found = ids.length - missing.length + this.shownAhead;
      this.pagesRead = 1;
    }
    if (missing.length > 0) await this.learnFacts(missing);
    while (missing.length > 0) {
      await this.readStep(this.nextStep(missing), missing);
      missing = missing.filter((id) => !this.isSettled(id));
    }
    this.noteUnlisted();
    noteSweep(this.isWorthSweeping(ids.length + this.shownAhead));
    return ids.map((id) => this.results.get(id) ?? new Error('The batch has no result for an id.'));
  }

  /** What other processes know may save the probe. */
  private async learnFacts(missing: readonly string[]): Promise<void> {
    const { facts, awaitFacts } = this.options;
    const others = facts() === undefined ? awaitFacts?.() : undefined;
    if (others !== undefined && this.nextStep(missing) === 'probe') await others;
  }

  /** Takes a record that a list has shown, for example between the first id of the batch and its dispatch. */
  private takeShown(id: string, saving: 'primed' | 'swept'): boolean {
    const { list, cost } = this.options;
    const record = list.find(id);
    if (record === undefined) return false;
    this.results.set(id, record);
    cost[saving] += 1;
    return true;
  }

  private isSettled(id: string): boolean {
    if (this.results.has(id)) return true;
    if (!this.takeShown(id, 'swept')) return false;
    this.found += 1;
    return true;
  }

  private nextStep({ length }: readonly string[]): BatchStrategy {
    if (this.hasListFailed) return 'singles';
    const { pagesRead, found, sample, options } = this;
    const pagesLeft = options.list.unreadPages()?.length;
    const unlistedShare = options.facts()?.unlistedShare;
    return chooseBatchStrategy({ missing: length, pagesLeft, pagesRead, found, sample, unlistedShare });
  }

  private readStep(step: BatchStrategy, missing: readonly string[]): Promise<void> {
    const { list, maxConcurrency } = this.options;
    switch (step) {
      case 'singles':
        this.singles = missing.length;
        return this.readSingles(missing);
      case 'sample':
        return this.readSample(missing);
      case 'probe':
        return this.readPages(list.unreadPages()?.slice(0, 1) ?? [1]);
      case 'sweep':
        return this.readPages(list.unreadPages()?.slice(0, maxConcurrency) ?? []);
    }
  }

  private async readSingles(ids: readonly string[]): Promise<void> {
    const { options, results } = this;
    const reads = ids.map((id) =>
      options.getOne(id).then(
        (record) => results.set(id, record),
        (error: unknown) => results.set(id, asError(error)),
      ),
    );
    await Promise.all(reads);
  }

  private async readSample(missing: readonly string[]): Promise<void> {
    await this.readSingles(missing.slice(0, 1));
    this.sample = !(this.results.get(missing[0] ?? '') instanceof Error);
  }

  /** A page that cannot be read is no verdict on any id: what is missing then is read one by one. */
  private async readPages(pages: readonly number[]): Promise<void> {
    const outcomes = await Promise.allSettled(pages.map((page) => this.options.list.sweep(page)));
    this.pagesRead += pages.length;
    if (outcomes.some(({ status }) => status === 'rejected')) this.hasListFailed = true;
  }

  /** Whether the list is what to read when the same operation comes again, and small enough to be read ahead. */
  private isWorthSweeping(ids: number): boolean {
    const { facts, maxConcurrency } = this.options;
    const pages = knownPages(facts());
    const listed = ids - this.singles - (this.sample === false ? 1 : 0);
    return !this.hasListFailed && pages !== undefined && pages < listed && pages <= maxConcurrency / 2;
  }

  /** Notes the share that the list has not shown although it was read, for the credential's next operations. */
  private noteUnlisted(): void {
    const { options, found, pagesRead, singles, hasListFailed } = this;
    const facts = options.facts();
    if (facts === undefined || pagesRead === 0 || hasListFailed) return;
    if (singles === 0 || options.list.unreadPages()?.length === 0)
      facts.unlistedShare = singles / (singles + found);
  }
}

/** How to read a batch of ids without a batch endpoint (architecture, 2). Counts are REST requests. */
export type BatchStrategy =
  /** A request for each id. */
  | 'singles'
  /** The list's first page, which shows how long the list is; then choose again. */
  | 'probe'
  /** One id by itself, which shows whether the ids exist at all. */
  | 'sample'
  /** Every unread page of the list, together. */
  | 'sweep';

export interface BatchState {
  /** Ids without a record yet, 1 or more. */
  readonly missing: number;
  /** Pages of 100 that the list has and this operation has not read; undefined where its length is unknown. */
  readonly pagesLeft: number | undefined;
  /** Pages read for this batch, and ids they have shown. */
  readonly pagesRead: number;
  readonly found: number;
  /** Whether the sample was found; undefined when none was taken. */
  readonly sample: boolean | undefined;
  /** The share of ids that the credential's last sweep did not show, 0..1; undefined when there was none. */
  readonly unlistedShare: number | undefined;
}

/** With fewer ids a probe can cost more than it saves. */
export const minMissingToProbe = 3;

/**
 * The cheapest next step. Ids that no page shows (hidden, or gone) must be read singly after the sweep, so a sweep costs
 * its pages and those; how many there are is unknown beforehand. So it needs evidence that the ids exist: the
 * credential's last sweep, an id that a page has shown, or a sample. The last sweep only replaces other evidence: if it
 * forbade sweeps, one batch of ids that are gone would end them for good.
 *
 * A batch of k ids over P pages, u of the ids on no page, then costs at most max(k, P + u) + 1: at most min(k, P) + 1
 * where every id is listed, and k + 1 where none is, unless the last sweep misled. Only reading all pages would
 * tell beforehand how many ids of a mixture are listed.
 */
export function chooseBatchStrategy(state: BatchState): BatchStrategy {
  const { missing, pagesLeft, pagesRead, found, sample, unlistedShare } = state;
  if (pagesLeft === undefined) return missing >= minMissingToProbe ? 'probe' : 'singles';
  if (pagesLeft === 0 || pagesLeft >= missing) return 'singles';
  if (found > 0 || sample === true) return 'sweep';
  if (pagesRead === 0) {
    const isLikely = unlistedShare !== undefined && pagesLeft + unlistedShare * missing < missing;
    return isLikely ? 'sweep' : 'probe';
  }
  return sample === undefined ? 'sample' : 'singles';
}
