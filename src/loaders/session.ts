import { type Collection, collections, type Identified } from '../partner/collection.js';
import type { ListEndpoint, PathParameters, RecordEndpoint } from '../partner/endpoint.js';
import { checkId } from '../partner/id.js';
import { fillPath } from '../rest/path.js';
import type { CollectionFacts } from '../tenant/collection-facts.js';
import { sweepHistoryOf } from '../tenant/sweep-history.js';
import type { Tenant } from '../tenant/tenant.js';
import { createBatchSchedule } from './batch-schedule.js';
import { knownPages } from './batch-strategy.js';
import type { Cost } from './budget.js';
import {
  begin,
  collectionLoader,
  forgetUnneeded,
  listOnce,
  readById,
  readOnce,
  type SessionOptions,
  type SessionState,
} from './collection-loader.js';
import { ageOf } from './kept-response.js';
import { createMemo } from './memo.js';
import type { PagedList } from './paged-list.js';
import {
  type KnownParts,
  knownParts,
  type PartEndpoint,
  readParts,
  type RecordParts,
} from './part-reading.js';
import type { Reading } from './reading.js';
import { getRecord } from './request.js';
import { createRequestQueue, endRequests, isFresh } from './request-queue.js';
import type { RequestTrace } from './trace.js';

/** One GraphQL operation's access to the Partner API, with one credential. */
export interface Session {
  /** Reads a record that no list shows: the organization, a screen's configuration. Each path is read once. */
  get<T>(endpoint: RecordEndpoint<T>, parameters?: PathParameters): Promise<T>;
  /** Starts such a read before the field that needs it is reached. */
  expect(endpoint: RecordEndpoint<unknown>, parameters: PathParameters): void;
  /** Reads a record of a collection by its id, in one batch with other reads of the same moment. */
  load<T extends Identified>(collection: Collection<T>, id: string): T | Promise<T>;
  /** The pages of a collection; their records need not be loaded any more. */
  collection<T extends Identified>(collection: Collection<T>): PagedList<T>;
  /**
   * Everything that the list of a collection shows, read once for the operation.
   *
   * @param isPartUseful false where the other pages are not needed once one cannot be read
   */
  readWhole<T extends Identified>(collection: Collection<T>, isPartUseful?: boolean): Promise<Reading<T>>;
  /** Every record of a collection, with its part that `endpoint` reads by its id; see `part-reading.ts`. */
  readParts<T extends Identified, P>(
    collection: Collection<T>,
    endpoint: PartEndpoint<P>,
  ): Promise<readonly RecordParts<T, P>[]>;
  /** The pages of a list that belongs to another resource. Throws BAD_USER_INPUT for an unusable parameter. */
  list<T>(endpoint: ListEndpoint<T>, parameters: PathParameters): PagedList<T>;
  /** Ends the operation: every read that waits rejects. */
  end(reason: Error): void;
  /** Whether no response has come yet, and each request that is waited for has at least half of its time left. */
  readonly isFresh: () => boolean;
  /** Whole seconds of the oldest kept response that was served; undefined where none was. */
  readonly age: () => number | undefined;
  readonly cost: Readonly<Cost>;
  /** One object for each credential. */
  readonly tenant: Tenant;
  /** Id of the GraphQL request. */
  readonly requestId: string;
  /** REST requests that the operation may spend. */
  readonly requestLimit: number;
  /** Every request so far, where the client asked for a trace. */
  readonly trace: readonly RequestTrace[] | undefined;
  /** Pages of 100 that a list has, where the credential's operations have learnt it, that many seconds ago at most. */
  readonly knownPages: (listPath: string, maxAgeSeconds?: number) => number | undefined;
  /** What the parts of all records of a list take, as the credential's operations have learnt it. */
  readonly knownParts: (listPath: string, maxAgeSeconds?: number) => KnownParts | undefined;
  /** Declares what the operation is to read of lists. */
  readonly expectLists: (expected: ExpectedLists) => void;
}

/** Paths of lists. */
export interface ExpectedLists {
  /** They are surely read whole. */
  readonly wholeLists: ReadonlySet<string>;
  /**
   * Many links may lead to their records. Where the length of one is unknown, its first page is read with the operation's
   * first read: the batch would begin with it, one round trip later.
   */
  readonly linkedLists: ReadonlySet<string>;
}

export function createSession(options: SessionOptions): Session {
  const state = createSessionState(options);
  const { requests, schedule } = state;
  return {
    get(endpoint, parameters = {}) {
      begin(state);
      return schedule.during(readOnce(state, endpoint, fillPath(endpoint.path, parameters)));
    },
    expect: (endpoint, parameters) => expect(state, endpoint, fillPath(endpoint.path, parameters)),
    load: (collection, id) => load(state, collection, id),
    list: (endpoint, parameters) => listOnce(state, endpoint, parameters),
    collection(collection) {
      begin(state);
      return collectionLoader(state, collection).list;
    },
    readWhole(collection, isPartUseful = true) {
      begin(state);
      return collectionLoader(state, collection).readWhole(isPartUseful);
    },
    readParts: (collection, endpoint) => readParts(state, collection, endpoint),
    isFresh: () => isFresh(requests),
    age: () => ageOf(requests),
    end(reason) {
      endRequests(requests, reason);
      forgetUnneeded(state);
      options.tenant.sharedFacts?.share();
    },
    cost: state.cost,
    tenant: options.tenant,
    requestId: options.requestId,
    requestLimit: options.limits.maxRequests,
    trace: requests.trace?.entries,
    knownPages: (listPath, maxAgeSeconds) => knownPages(recentFacts(options.tenant, listPath, maxAgeSeconds)),
    knownParts: (listPath, maxAgeSeconds) => knownParts(recentFacts(options.tenant, listPath, maxAgeSeconds)),
    expectLists({ wholeLists, linkedLists }) {
      expectReadings(state, wholeLists);
      state.linked = linkedLists;
    },
  };
}

function load<T extends Identified>(
  state: SessionState,
  collection: Collection<T>,
  id: string,
): T | Promise<T> {
  // An unusable id is refused here, before it is part of a batch.
  checkId(collection.idParameter, id);
  const isAlone = state.options.operation.startsWithOneRequest && !state.hasBegun;
  begin(state);
  return isAlone ? readById(state, collection, id) : collectionLoader(state, collection).records.load(id);
}

function expectReadings(state: SessionState, listPaths: ReadonlySet<string>): void {
  if (listPaths.size === 0) return;
  for (const collection of collections)
    if (listPaths.has(collection.list.path)) collectionLoader(state, collection).list.expectReading();
}

function recentFacts(
  { collections: facts, now }: Tenant,
  listPath: string,
  maxAgeSeconds = Infinity,
): CollectionFacts | undefined {
  const known = facts.get(listPath);
  return known !== undefined && now() - known.seenAt <= maxAgeSeconds * 1000 ? known : undefined;
}

function expect(
  { requests, memo, schedule }: SessionState,
  endpoint: RecordEndpoint<unknown>,
  path: string,
): void {
  schedule.during(memo.expect(path, () => getRecord(requests, endpoint, path))).catch(() => undefined);
}

function createSessionState(options: SessionOptions): SessionState {
  const requests = createRequestQueue(options);
  const { cost } = requests.budget;
  return {
    options,
    requests,
    memo: createMemo(cost),
    schedule: createBatchSchedule(),
    history: sweepHistoryOf(options.tenant, options.operation, options.variables),
    cost,
    unneeded: new Set(),
    linked: undefined,
    hasBegun: false,
  };
}
