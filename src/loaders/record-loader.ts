import DataLoader from 'dataloader';
import type { Collection, Identified } from '../partner/collection.js';
import { asError } from '../partner/error.js';
import type { SweepHistory } from '../tenant/sweep-history.js';
import { afterResolvers } from './batch-schedule.js';
import type { PagedList } from './paged-list.js';

/**
 * The records of one collection by id, for one operation: each is read once, from its list or by
 * its id.
 */
export class RecordLoader<T extends Identified> {
  /** Ids that a sweep ahead had shown before they were needed, until they are enough. */
  readonly shownAhead = new Set<string>();
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
    const isAhead = list.ahead !== undefined;
    cost[isAhead ? 'swept' : 'primed'] += 1;
    if (isAhead && !this.hasReportedSweep) this.countAhead(id);
    return record;
  }

  /** Takes note of whether a sweep from the start would have served what was loaded. */
  noteSweep(isSwept: boolean): void {
    this.history.note(this.list.path, isSwept && this.hasLinks);
  }

  /**
   * Where a sweep ahead has shown every id there is no batch, whose end would note that it paid.
   */
  private countAhead(id: string): void {
    if (this.shownAhead.add(id).size <= this.list.pages()) return;
    this.hasReportedSweep = true;
    this.noteSweep(true);
  }
}

/** With fewer ids a probe can cost more than it saves. */
export const minMissingToProbe = 3;

/** The ids of one collection that are needed at the same time. */
class RecordBatch<T extends Identified> {
  private readonly list: PagedList<T>;
  private readonly results = new Map<string, T | Error>();
  private pagesRead = 0;
  /** Ids that pages have shown. */
  private found = 0;
  /** Whether the sample was found; undefined before one is taken. */
  private sample: boolean | undefined;
  /** Ids that were read one by one in the end. */
  private singles = 0;
  private hasListFailed = false;

  constructor(private readonly loader: RecordLoader<T>) {
    this.list = loader.list;
  }

  /** @returns one entry for each id, in order: the record, or the error of that id alone */
  async read(ids: readonly string[]): Promise<(T | Error)[]> {
    const { list, loader } = this;
    const { ahead } = list;
    const shownAhead = loader.shownAhead.size;
    if (ahead !== undefined) await ahead;
    let missing = ids.filter((id) => !this.takeShown(id, ahead === undefined ? 'primed' : 'swept'));
    // A page that was read ahead for this batch is evidence like one that the batch itself has
    // read.
    if (ahead !== undefined && list.countUnread() > 0) {
      this.found = ids.length - missing.length + shownAhead;
      this.pagesRead = 1;
    }
    const others =
      list.facts === undefined ? list.reader.options.tenant.sharedFacts?.pending : undefined;
    // What other processes know may save the probe.
    if (others !== undefined && missing.length >= minMissingToProbe) await others;
    while (missing.length > 0) {
      await this.readMore(missing);
      missing = missing.filter((id) => !this.isSettled(id));
    }
    this.noteUnlisted();
    loader.noteSweep(this.isWorthSweeping(ids.length + shownAhead));
    return ids.map((id) => this.results.get(id) ?? new Error('The batch has no result for an id.'));
  }

  /**
   * Takes a record that a list has shown, for example between the first id of the batch and its
   * dispatch.
   */
  private takeShown(id: string, saving: 'primed' | 'swept'): boolean {
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

  /**
   * Takes the cheapest next step without a batch endpoint (contract, "Endpoints"): each id by
   * itself; as a probe, the list's first unread page, which shows how long the list is; as a
   * sample, one id by itself, which shows whether the ids exist at all; or every unread page,
   * together, in a sweep.
   *
   * Ids that no page shows (hidden, or gone) must be read singly after the sweep, so a sweep costs
   * its pages and those; how many there are is unknown beforehand. So it needs evidence that the
   * ids exist: the credential's last sweep, an id that a page has shown, or a sample. The last
   * sweep only replaces other evidence: if it forbade sweeps, one batch of ids that are gone would
   * end them for good.
   *
   * A batch of k ids over P pages, u of the ids on no page, then costs at most max(k, P + u) + 1:
   * at most min(k, P) + 1 where every id is listed, and k + 1 where none is, unless the last sweep
   * misled. Only reading all pages would tell beforehand how many ids of a mixture are listed.
   */
  private readMore(missing: readonly string[]): Promise<void> {
    const { list, sample } = this;
    const unread = this.hasListFailed ? 0 : list.countUnread();
    if (unread === Infinity && missing.length >= minMissingToProbe) return this.readPages([1]);
    if (unread === 0 || unread >= missing.length) return this.readRest(missing);
    const sweep = list.firstUnread(list.maxConcurrency);
    if (this.found > 0 || sample === true) return this.readPages(sweep);
    if (this.pagesRead > 0)
      return sample === undefined ? this.readSample(missing) : this.readRest(missing);
    const { unlistedShare = 1 } = list.facts ?? {};
    const isLikely = unread + unlistedShare * missing.length < missing.length;
    return this.readPages(isLikely ? sweep : sweep.slice(0, 1));
  }

  private async readSample([id = '']: readonly string[]): Promise<void> {
    await this.readSingles([id]);
    this.sample = !(this.results.get(id) instanceof Error);
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
    const { list } = this;
    const listed = ids - this.singles - (this.sample === false ? 1 : 0);
    return !this.hasListFailed && list.pages() < listed && list.isSmall;
  }

  /**
   * Notes the share that the list has not shown although it was read, for the credential's next
   * operations.
   */
  private noteUnlisted(): void {
    const { list, found, pagesRead, singles, hasListFailed } = this;
    const { facts } = list;
    if (facts === undefined || pagesRead === 0 || hasListFailed) return;
    if (singles === 0 || list.countUnread() === 0)
      facts.unlistedShare = singles / (singles + found);
  }
}
