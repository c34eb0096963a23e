import { type Collection, collections, type Identified } from '../partner/collection.js';
import type { ListEndpoint, PathParameters, RecordEndpoint } from '../partner/endpoint.js';
import { fillPath } from '../rest/path.js';
import type { SweepHistory } from '../tenant/sweep-history.js';
import { afterResolvers, type BatchSchedule } from './batch-schedule.js';
import type { Cost } from './budget.js';
import type { Memo } from './memo.js';
import { createPagedList, type PagedList, type PagedListOptions } from './paged-list.js';
import { type Reading, shareReading, type SharedReading } from './reading.js';
import { createRecordLoader, type RecordLoader } from './record-loader.js';
import { getPage, getRecord } from './request.js';
import type { RequestOptions, RequestQueue } from './request-queue.js';

/** The facts of an operation that batches depend on; the object is also the key of its sweep history. */
export interface SessionOperation {
  /** Whether it selects links, by which the responses to some requests lead to more records. */
  readonly hasLinks: boolean;
  /** Whether its first read is one record by its id: there is no batch to wait for. */
  readonly startsWithOneRequest: boolean;
}

export interface SessionOptions extends RequestOptions {
  readonly operation: SessionOperation;
  /** Its variables as text. */
  readonly variables: string;
}

/** What one operation has read, and what it reads with. */
export interface SessionState {
  readonly options: SessionOptions;
  readonly requests: RequestQueue;
  readonly memo: Memo;
  readonly schedule: BatchSchedule;
  readonly history: SweepHistory;
  readonly cost: Cost;
  /** Paths of lists that are swept ahead and that no batch has needed. */
  readonly unneeded: Set<string>;
  /** Paths of lists to whose records many links may lead. */
  linked: ReadonlySet<string> | undefined;
  /** Whether anything has been read. */
  hasBegun: boolean;
}

export const readOnce = <T>(state: SessionState, endpoint: RecordEndpoint<T>, path: string): Promise<T> =>
  state.memo.once(path, () => getRecord(state.requests, endpoint, path));

export const readById = <T extends Identified>(
  state: SessionState,
  { get, idParameter }: Collection<T>,
  id: string,
): Promise<T> => readOnce(state, get, fillPath(get.path, { [idParameter]: id }));

/** A collection's list and its records, which the list shows to the loader. */
export interface CollectionLoader<T> {
  readonly list: PagedList<T>;
  readonly records: RecordLoader<T>;
  /**
   * Reads the whole list, once; a record that is looked up meanwhile is found there.
   *
   * @param isPartUseful whether the other pages are needed where one cannot be read
   */
  readonly readWhole: (isPartUseful: boolean) => Promise<Reading<T>>;
}

/** One for each collection that the operation reads. */
export const collectionLoader = <T extends Identified>(
  state: SessionState,
  collection: Collection<T>,
): CollectionLoader<T> =>
  state.memo.keep(collection.list.path, () => createCollectionLoader(state, collection));

function createCollectionLoader<T extends Identified>(
  state: SessionState,
  collection: Collection<T>,
): CollectionLoader<T> {
  const { tenant, limits, operation } = state.options;
  const { path } = collection.list;
  const list = openList(state, collection.list, {}, (page) => records.shown(page));
  const { maxConcurrency } = limits;
  let reading: SharedReading<T> | undefined;
  const records = createRecordLoader<T>({
    list,
    getOne: (id) => readById(state, collection, id),
    facts: () => tenant.collections.get(path),
    arrivingFacts: tenant.sharedFacts?.arriving,
    cost: state.cost,
    schedule: operation.hasLinks ? state.schedule.whenQuiet : afterResolvers,
    noteSweep(isSwept) {
      state.unneeded.delete(path);
      state.history.note(path, isSwept && operation.hasLinks);
    },
    maxConcurrency,
    ahead: () => reading?.ended() ?? list.ahead(),
  });
  return {
    list,
    records,
    readWhole(isPartUseful) {
      list.expectReading();
      const { requestsLeft } = state.requests.budget;
      reading ??= shareReading({ endpoint: collection.list, list, requestsLeft, maxConcurrency });
      return reading.read(isPartUseful);
    },
  };
}

/**
 * The list of another resource, which the operation opens once.
 *
 * @throws PartnerError BAD_USER_INPUT for an unusable path parameter
 */
export const listOnce = <T>(
  state: SessionState,
  endpoint: ListEndpoint<T>,
  parameters: PathParameters,
): PagedList<T> =>
  state.memo.keep(fillPath(endpoint.path, parameters), () =>
    openList(state, endpoint, parameters, () => undefined),
  );

/** @throws PartnerError BAD_USER_INPUT for an unusable path parameter */
const openList = <T>(
  { requests, schedule, options, cost }: SessionState,
  endpoint: ListEndpoint<T>,
  parameters: PathParameters,
  shown: PagedListOptions<T>['shown'],
): PagedList<T> =>
  createPagedList({
    endpoint,
    parameters,
    shown,
    getPage: (path, form) => getPage(requests, endpoint, path, form),
    leading: schedule.during,
    facts: isCollection(endpoint) ? options.tenant.collections : undefined,
    now: options.tenant.now,
    keptAt: requests.keptAt,
    cost,
  });

const isCollection = ({ id }: ListEndpoint<unknown>): boolean =>
  collections.some(({ list }) => list.id === id);

/** Starts what is read ahead, with the first read of the operation. */
export function begin(state: SessionState): void {
  if (state.hasBegun) return;
  state.hasBegun = true;
  for (const collection of collections) readAhead(state, collection);
}

/** The sweeps that the history of the operation recommends, or the page that shows how long a list is. */
function readAhead<T extends Identified>(state: SessionState, collection: Collection<T>): void {
  const { path } = collection.list;
  if (state.history.has(path)) {
    state.unneeded.add(path);
    collectionLoader(state, collection).list.sweepAhead();
  } else if (state.linked?.has(path) === true && !state.options.tenant.collections.has(path))
    collectionLoader(state, collection).list.probeAhead();
}

/** Takes the sweeps that no batch has needed out of the history. */
export function forgetUnneeded({ unneeded, history }: SessionState): void {
  for (const path of unneeded) history.note(path, false);
}
