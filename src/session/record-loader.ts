import DataLoader from 'dataloader';
import type { Collection, Identified } from '../partner/collection.js';
import { asError } from '../partner/error.js';
import type { SweepHistory } from '../tenant/sweep-history.js';
import { afterResolvers } from './batch-schedule.js';
import {
  type BatchStrategy,
  chooseBatchStrategy,
  minMissingToProbe,
  type Sample,
} from './batch-strategy.js';
import type { PagedList, Saving } from './paged-list.js';

/**
 * The records of one collection by id, for one operation: each is read once, from its list or by
 * its id.
 */
export class RecordLoader<T extends Identified> {
  /** Ids that a bulk reading had shown before they were needed, until they are enough. */
  readonly shownInBulk = new Set<string>();
  /** Filled by DataLoader. */
  private readonly loads = new Map<string, Promise<T>>();
  private hasReportedSweep = false;
  private readonly loader: DataLoader<string, T>;

  /**
   * @param hasLinks whether the responses to some requests of the operation lead to more records,
   *   in the same batch
   */
  constructor(
    readonly collection: Collection<T>,
    readonly list: PagedList<T>,
    private readonly history: Pick<SweepHistory, 'note'>,
    private readonly hasLinks: boolean,
  ) {
    this.loader = new DataLoader((ids) => new RecordBatch(this).read(ids), {
      batchScheduleFn: hasLinks ? list.reader.schedule.whenQuiet : afterResolvers,
      cacheMap: this.loads,
    });
  }

  /** At once where the list has already shown the record. Rejects with a PartnerError. */
  load(id: string): T | Promise<T> {
    const { list } = this;
    const { cost } = list.reader.requests;
    const known = this.loads.size === 0 ? undefined : this.loads.get(id);
    if (known !== undefined) {
      cost.deduplicated += 1;
      return known;
    }
    const record = list.find(id);
    if (record === undefined) return this.loader.load(id);
    cost[list.saving] += 1;
    if (list.bulkReading !== undefined && !this.hasReportedSweep) this.countInBulk(id);
    return record;
  }

  /** Takes note of whether a sweep from the start would have served what was loaded. */
  noteSweep(isSwept: boolean): void {
    this.history.note(this.list.path, isSwept && this.hasLinks);
  }

  /**
   * Where a sweep ahead has shown every id there is no batch, whose end would note that it paid.
   */
  private countInBulk(id: string): void {
    const pages = this.list.pages();
    this.shownInBulk.add(id);
    if (pages === undefined || this.shownInBulk.size <= pages) return;
    this.hasReportedSweep = true;
    this.noteSweep(true);
  }
}

/** The ids of one collection that are needed at the same time. */
class RecordBatch<T extends Identified> {
  private readonly list: PagedList<T>;
  private readonly results = new Map<string, T | Error>();
  private pagesRead = 0;
  /** Ids that pages have shown. */
  private found = 0;
  private sample: Sample = 'untaken';
  /** Ids that were read one by one in the end. */
  private singles = 0;
  private hasListFailed = false;

  constructor(private readonly loader: RecordLoader<T>) {
    this.list = loader.list;
  }

  /** @returns one entry for each id, in order: the record, or the error of that id alone */
  async read(ids: readonly string[]): Promise<(T | Error)[]> {
    const { list, loader } = this;
    const { bulkReading, saving } = list;
    const shownInBulk = loader.shownInBulk.size;
    if (bulkReading !== undefined) await bulkReading;
    let missing = ids.filter((id) => !this.takeShown(id, saving));
    // A page that was read ahead for this batch is evidence like one that the batch itself has
    // read.
    if (bulkReading !== undefined && list.countUnread() !== 0) {
      this.found = ids.length - missing.length + shownInBulk;
      this.pagesRead = 1;
    }
    const others = this.pendingFacts(missing.length);
    if (others !== undefined) await others;
    while (missing.length > 0) {
      await this.readMore(missing);
      missing = missing.filter((id) => !this.isSettled(id));
    }
    this.noteUnlisted();
    loader.noteSweep(this.isWorthSweeping(ids.length + shownInBulk));
    return ids.map((id) => this.results.get(id) ?? new Error('The batch has no result for an id.'));
  }

  /** Settles when other processes have said what they know of the list, which may save the probe. */
  private pendingFacts(missing: number): Promise<void> | undefined {
    const { facts, reader } = this.list;
    if (facts !== undefined || missing < minMissingToProbe) return undefined;
    return reader.options.tenant.sharedFacts.pending;
  }

  /**
   * Takes a record that a list has shown, for example between the first id of the batch and its
   * dispatch.
   */
  private takeShown(id: string, saving: Saving): boolean {
    const record = this.list.find(id);
    if (record === undefined) return false;
    this.results.set(id, record);
    this.list.reader.requests.cost[saving] += 1;
    return true;
  }

  private isSettled(id: string): boolean {
    if (this.results.has(id)) return true;
    if (!this.takeShown(id, 'swept')) return false;
    this.found += 1;
    return true;
  }

  private readMore(missing: readonly string[]): Promise<void> {
    const { list } = this;
    switch (this.strategyFor(missing.length)) {
      case 'probe':
        return this.readPages(list.firstUnread(1));
      case 'sweep':
        return this.readPages(list.firstUnread(list.maxConcurrency));
      case 'sample':
        return this.readSample(missing);
      case 'singles':
        return this.readRest(missing);
    }
  }

  private strategyFor(missing: number): BatchStrategy {
    const { list, sample, pagesRead, found, hasListFailed } = this;
    return chooseBatchStrategy({
      missing,
      unreadPages: hasListFailed ? 0 : list.countUnread(),
      hasReadPages: pagesRead > 0,
      hasFoundIds: found > 0,
      sample,
      unlistedShare: list.facts?.unlistedShare ?? 1,
    });
  }

  private async readSample([id = '']: readonly string[]): Promise<void> {
    await this.readSingles([id]);
    this.sample = this.results.get(id) instanceof Error ? 'failed' : 'exists';
  }

  private readRest(missing: readonly string[]): Promise<void> {
    this.singles = missing.length;
    return this.readSingles(missing);
  }

  private async readSingles(ids: readonly string[]): Promise<void> {
    const { loader, list, results } = this;
    const reads = ids.map((id) =>
      list.reader.getRecord(loader.collection.get, id).then(
        (record) => results.set(id, record),
        (error: unknown) => results.set(id, asError(error)),
      ),
    );
    await Promise.all(reads);
  }

  /**
   * A page that cannot be read is no verdict on any id: what is missing then is read one by one.
   */
  private async readPages(pages: readonly number[]): Promise<void> {
    const outcomes = await Promise.allSettled(pages.map((page) => this.list.sweep(page)));
    this.pagesRead += pages.length;
    if (outcomes.some(({ status }) => status === 'rejected')) this.hasListFailed = true;
  }

  /**
   * Whether the list is what to read when the same operation comes again, and small enough to be
   * read ahead.
   */
  private isWorthSweeping(ids: number): boolean {
    const { list, singles, sample, hasListFailed } = this;
    const pages = list.pages();
    if (hasListFailed || pages === undefined || !list.isSmall) return false;
    const failedSamples = sample === 'failed' ? 1 : 0;
    return pages < ids - singles - failedSamples;
  }

  /**
   * Notes the share that the list has not shown although it was read, for the credential's next
   * operations.
   */
  private noteUnlisted(): void {
    const { list, found, pagesRead, singles, hasListFailed } = this;
    const { facts } = list;
    if (facts === undefined || pagesRead === 0 || hasListFailed) return;
    if (singles === 0 || list.countUnread() === 0) {
      facts.unlistedShare = singles / (singles + found);
    }
  }
}
