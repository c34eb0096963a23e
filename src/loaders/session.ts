import { type Collection, collections, type Identified } from '../partner/collection.js';
import type { ListEndpoint, PathParameters, RecordEndpoint } from '../partner/endpoint.js';
import { checkId } from '../partner/id.js';
import { fillPath } from '../rest/path.js';
import { SweepHistory } from '../tenant/sweep-history.js';
import type { Tenant } from '../tenant/tenant.js';
import { afterResolvers, BatchSchedule } from './batch-schedule.js';
import type { Cost, RequestTrace } from './budget.js';
import { type KnownParts, knownPages, knownParts, recentFacts } from './list-facts.js';
import { Memory } from './memory.js';
import { PagedList } from './paged-list.js';
import { type Reading, SharedReading } from './reading.js';
import { RecordLoader } from './record-loader.js';
import { RequestQueue } from './request-queue.js';
import type { DeclaredLists, SessionOptions } from './session-options.js';

/** One GraphQL operation's access to the Partner API, with one credential, and all that it has read. */
export class Session {
  readonly cost: Readonly<Cost>;
  /** One object for each credential. */
  readonly tenant: Tenant;
  /** Id of the GraphQL request. */
  readonly requestId: string;
  readonly memory: Memory;
  private readonly requests: RequestQueue;
  private readonly schedule = new BatchSchedule();
  private readonly history: SweepHistory;
  private linkedLists: ReadonlySet<string> | undefined;
  private hasBegun = false;

  constructor(private readonly options: SessionOptions) {
    const { tenant, requestId, operation, variables } = options;
    this.tenant = tenant;
    this.requestId = requestId;
    this.requests = new RequestQueue(options);
    const { cost } = this.requests.sender.budget;
    this.cost = cost;
    this.memory = new Memory(cost);
    this.history = new SweepHistory(tenant, operation, variables);
  }

  /** Reads a record that no list shows: the organization, a screen's configuration. Each path is read once. */
  get<T>(endpoint: RecordEndpoint<T>, parameters: PathParameters = {}): Promise<T> {
    this.begin();
    return this.schedule.during(this.readRecord(endpoint, parameters));
  }

  /** Starts such a read before the field that needs it is reached. */
  readAhead(endpoint: RecordEndpoint<unknown>, parameters: PathParameters): void {
    const path = fillPath(endpoint.path, parameters);
    const read = this.memory.readAhead(path, () => this.requests.getRecord(endpoint, path));
    this.schedule.during(read).catch(() => undefined);
  }

  /** Reads a record of a collection by its id, in one batch with other reads of the same moment. */
  load<T extends Identified>(collection: Collection<T>, id: string): T | Promise<T> {
    // An unusable id is refused here, before it is part of a batch.
    checkId(collection.idParameter, id);
    const isAlone = this.options.operation.startsWithOneRequest && !this.hasBegun;
    this.begin();
    return isAlone ? this.readById(collection, id) : this.recordsOf(collection).load(id);
  }

  /** The pages of a collection; their records need not be loaded any more. */
  collection<T extends Identified>(collection: Collection<T>): PagedList<T> {
    this.begin();
    return this.list(collection.list);
  }

  /** The pages of any list, which the operation opens once. Throws BAD_USER_INPUT for an unusable parameter. */
  list<T>(endpoint: ListEndpoint<T>, parameters: PathParameters = {}): PagedList<T> {
    const path = fillPath(endpoint.path, parameters);
    return this.memory.once(path, () => this.openList(endpoint, parameters));
  }

  /**
   * Everything that the list of a collection shows, read once for the operation.
   *
   * @param isPartUseful false where the other pages are not needed once one cannot be read
   */
  readWhole<T extends Identified>(collection: Collection<T>, isPartUseful = true): Promise<Reading<T>> {
    const list = this.collection(collection);
    const { list: endpoint } = collection;
    const reading = this.memory.once(
      `reading ${endpoint.path}`,
      () => new SharedReading({ endpoint, list, ...this.readingLimits }),
    );
    return reading.read(isPartUseful);
  }

  /** REST requests that the operation may still spend, and may have in flight together. */
  get readingLimits() {
    const { requestsLeft } = this.requests.sender.budget;
    return { requestsLeft, maxConcurrency: this.options.limits.maxConcurrency };
  }

  /** Declares what the operation is to read of lists. */
  declareLists({ wholeLists, linkedLists }: DeclaredLists): void {
    this.linkedLists = linkedLists;
    if (wholeLists.size === 0) return;
    for (const { list } of collections) if (wholeLists.has(list.path)) this.list(list).declareWhole();
  }

  /** Ends the operation: every read that waits rejects. */
  end(reason: Error): void {
    this.requests.end(reason);
    this.history.end();
    this.tenant.sharedFacts?.share();
  }

  /** Whether no response has come yet, and each request that is waited for has at least half of its time left. */
  isFresh(): boolean {
    return this.requests.isFresh();
  }

  /** Whole seconds of the oldest kept response that was served; undefined where none was. */
  age(): number | undefined {
    return this.requests.kept?.age();
  }

  /** REST requests that the operation may spend. */
  get requestLimit(): number {
    return this.options.limits.maxRequests;
  }

  /** Every request so far, where the client asked for a trace. */
  get trace(): readonly RequestTrace[] | undefined {
    return this.requests.sender.trace?.entries;
  }

  /** Pages of 100 that a list has, where the credential's operations have learnt it, that many seconds ago at most. */
  readonly knownPages = (listPath: string, maxAgeSeconds?: number): number | undefined =>
    knownPages(recentFacts(this.tenant, listPath, maxAgeSeconds));

  /** What the parts of all records of a list take, as the credential's operations have learnt it. */
  readonly knownParts = (listPath: string, maxAgeSeconds?: number): KnownParts | undefined =>
    knownParts(recentFacts(this.tenant, listPath, maxAgeSeconds));

  private readRecord<T>(endpoint: RecordEndpoint<T>, parameters: PathParameters): Promise<T> {
    const path = fillPath(endpoint.path, parameters);
    return this.memory.read(path, () => this.requests.getRecord(endpoint, path));
  }

  private readById<T extends Identified>({ get, idParameter }: Collection<T>, id: string): Promise<T> {
    return this.readRecord(get, { [idParameter]: id });
  }

  private openList<T>(endpoint: ListEndpoint<T>, parameters: PathParameters): PagedList<T> {
    const { requests, memory, tenant } = this;
    return new PagedList({
      endpoint,
      parameters,
      memory,
      getPage: (path, form) => requests.getPage(endpoint, path, form),
      keptAt: (path) => requests.kept?.sentAt.get(path),
      facts: collections.some(({ list }) => list.id === endpoint.id) ? tenant.collections : undefined,
      now: tenant.now,
      during: this.schedule.during,
    });
  }

  private recordsOf<T extends Identified>(collection: Collection<T>): RecordLoader<T> {
    // Asked for each id: a key that is a new text each time would cost more than the rest.
    return this.memory.once(collection, () => this.openRecords(collection));
  }

  private openRecords<T extends Identified>(collection: Collection<T>): RecordLoader<T> {
    const { tenant, limits, operation } = this.options;
    const { path } = collection.list;
    return new RecordLoader<T>({
      list: this.list(collection.list),
      getOne: (id) => this.readById(collection, id),
      facts: () => tenant.collections.get(path),
      awaitFacts: tenant.sharedFacts?.pending,
      cost: this.requests.sender.budget.cost,
      schedule: operation.hasLinks ? this.schedule.whenQuiet : afterResolvers,
      noteSweep: (isSwept) => this.history.note(path, isSwept && operation.hasLinks),
      maxConcurrency: limits.maxConcurrency,
    });
  }

  /** Starts what is read ahead: sweeps that the history recommends, or the page that shows how long a list is. */
  private begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    const { history, linkedLists, tenant } = this;
    for (const { list } of collections) {
      const { path } = list;
      if (history.startSweep(path)) this.list(list).sweepAhead();
      else if (linkedLists?.has(path) === true && !tenant.collections.has(path)) this.list(list).probeAhead();
    }
  }
}
