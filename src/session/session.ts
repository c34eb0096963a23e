import type { Dependent, Lifetime } from '../base/lifetime.js';
import { type Collection, collections, type Identified } from '../partner/collection.js';
import { checkId, fillPath, type ListEndpoint, type RecordEndpoint } from '../partner/endpoint.js';
import { SweepHistory } from '../tenant/sweep-history.js';
import type { Tenant } from '../tenant/tenant.js';
import type { Cost } from './cost.js';
import type { Memory } from './memory.js';
import { PagedList, sweepPages } from './paged-list.js';
import { Reader, type ReaderOptions } from './reader.js';
import { RecordLoader } from './record-loader.js';

export interface SessionOptions extends ReaderOptions {
  /** The key of its sweep history. */
  readonly operation: object;
  /** What batches depend on. */
  readonly summary: {
    /** Whether it selects links, by which the responses to some requests lead to more records. */
    readonly hasLinks: boolean;
    /** Whether its first read is one record by its id: there is no batch to wait for. */
    readonly startsWithOneRequest: boolean;
  };
  /** Its variables as text. */
  readonly variables: string;
}

export interface DeclaredReads {
  /** REST requests at most. */
  readonly atMost: number;
  /** They are read whole in any case. */
  readonly wholeLists: readonly ListEndpoint<unknown>[];
  /**
   * Many links may lead to their records. Where the length of one is unknown, its first page is
   * read with the operation's first read: the batch would begin with it, one round trip later.
   */
  readonly linkedLists: readonly ListEndpoint<unknown>[];
}

/**
 * One GraphQL operation's access to the Partner API, with one credential, and all that it has read.
 */
export class Session implements Dependent {
  readonly reader: Reader;
  readonly cost: Readonly<Cost>;
  readonly memory: Memory;
  readonly tenant: Tenant;
  readonly lifetime: Lifetime;
  readonly requestId: string;
  /** REST requests that the operation may spend. */
  readonly requestLimit: number;
  private declaredRequests = 0;
  private readonly history: SweepHistory;
  private linkedLists: DeclaredReads['linkedLists'] | undefined;
  private hasBegun = false;

  constructor(private readonly options: SessionOptions) {
    const { tenant, requestId, settings, operation, variables } = options;
    this.reader = new Reader(options);
    this.cost = this.reader.requests.cost;
    this.memory = this.reader.memory;
    this.tenant = tenant;
    this.requestId = requestId;
    this.requestLimit = settings.MAX_UPSTREAM_REQUESTS;
    this.history = new SweepHistory(tenant, operation, variables);
    this.lifetime = options.lifetime;
    this.lifetime.add(this);
  }

  /**
   * Reads a record that no list shows: the organization, a screen's configuration. Each path is
   * read once.
   */
  get<T>(endpoint: RecordEndpoint<T>, id?: string): Promise<T> {
    this.begin();
    return this.reader.schedule.during(this.reader.getRecord(endpoint, id));
  }

  /** Starts such a read before the field that needs it is reached. */
  prefetch(endpoint: RecordEndpoint<unknown>, id: string): void {
    void this.reader.schedule.during(this.reader.prefetchRecord(endpoint, id));
  }

  /** Reads a record of a collection by its id, in one batch with other reads of the same moment. */
  load<T extends Identified>(collection: Collection<T>, id: string): T | Promise<T> {
    // An unusable id is refused here, before it is part of a batch.
    checkId(collection.get, id);
    const isAlone = this.options.summary.startsWithOneRequest && !this.hasBegun;
    this.begin();
    if (isAlone) return this.reader.getRecord(collection.get, id);
    return this.recordsOf(collection).load(id);
  }

  /** The pages of a collection; their records need not be loaded any more. */
  collection<T extends Identified>(collection: Collection<T>): PagedList<T> {
    this.begin();
    return this.list(collection.list);
  }

  /**
   * The pages of any list, which the operation opens once. Throws BAD_USER_INPUT for an unusable
   * id.
   */
  list<T>(endpoint: ListEndpoint<T>, id?: string): PagedList<T> {
    const path = fillPath(endpoint, id);
    return this.memory.once(path, () => new PagedList(this.reader, endpoint, path));
  }

  /** Declares what the operation is to read. */
  declareReads({ atMost, wholeLists, linkedLists }: DeclaredReads): void {
    this.declaredRequests = atMost;
    this.linkedLists = linkedLists;
    for (const list of wholeLists) this.list(list).planWhole();
  }

  /** REST requests that it has declared to need at most. */
  get estimated(): number {
    return this.declaredRequests;
  }

  /** The operation has ended. */
  end(): void {
    if (this.hasBegun) this.history.end();
    this.tenant.sharedFacts.share();
  }

  isFresh(): boolean {
    return this.reader.requests.isFresh();
  }

  /**
   * What it takes to read a list, or the parts of its records, as the credential has learnt so many
   * seconds ago at most, or ever. The parts take at least one request for each record that the list
   * shows, or that its `total` counts, hidden ones too; exactly so many where all were read since
   * the list last changed its length.
   */
  known(listPath: string, maxAgeSeconds?: number) {
    const { collections: known, now } = this.tenant;
    const facts = known.get(listPath);
    if (facts === undefined) return undefined;
    const isTooOld = maxAgeSeconds !== undefined && now() - facts.seenAt > maxAgeSeconds * 1000;
    if (isTooOld) return undefined;
    const { total, parts } = facts;
    const current = parts?.total === total ? parts : undefined;
    return {
      pages: sweepPages(total),
      parts: { atLeast: current?.records ?? total, exactly: current?.requests },
    };
  }

  private recordsOf<T extends Identified>(collection: Collection<T>): RecordLoader<T> {
    const { history, options } = this;
    // Asked for each id: a key that is a new text each time would cost more than the rest.
    return this.memory.once(
      collection,
      () =>
        new RecordLoader(collection, this.list(collection.list), history, options.summary.hasLinks),
    );
  }

  /**
   * Starts what is read ahead: sweeps that the history recommends, or the page that shows how long
   * a list is.
   */
  private begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    for (const { list } of collections) {
      const maxPages = this.maxPagesAhead(list);
      if (maxPages > 0) this.list(list).sweepAhead(maxPages);
    }
  }

  private maxPagesAhead(endpoint: ListEndpoint<unknown>): number {
    const { history, linkedLists, tenant } = this;
    const { path } = endpoint;
    if (history.isAhead(path)) {
      const list = this.list(endpoint);
      if (list.isSmall) return list.maxConcurrency;
    }
    const isLengthNeeded = linkedLists?.includes(endpoint) === true;
    return isLengthNeeded && !tenant.collections.has(path) ? 1 : 0;
  }
}
