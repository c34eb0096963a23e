import { type Collection, collections } from '../partner/collection.js';
import type { ListEndpoint, RecordEndpoint, PathParameters } from '../partner/endpoint.js';
import { checkId } from '../partner/id.js';
import type { Client } from '../rest/client.js';
import { fillPath } from '../rest/path.js';
import { extentOf } from '../paging/source.js';
import { sweepPages } from './batch-strategy.js';
import { type Cost, createBudget } from './budget.js';
import { createPagedList, type PagedList, type PagedListOptions } from './paged-list.js';
import { createLimiter, type Limiter } from '../tenant/limiter.js';
import { sweepHistoryOf } from '../tenant/sweep-history.js';
import { createMemo } from './memo.js';
import { createRecordLoader, type RecordLoader } from './record-loader.js';
import { createRefusals } from './refusal.js';
import { createRequests } from './request.js';
import type { Tenant } from '../tenant/tenant.js';
import { createTrace, type RequestTrace } from './trace.js';
import { afterResolvers, createBatchSchedule } from './batch-schedule.js';

/**
 * One GraphQL operation's access to the Partner API, with one credential: its memory, its budget and its plans.
 * Everything that depends on the credential lives here or in the credential's `Tenant`.
 */
export interface Session {
  /** Reads a record that no list shows: the organization, a screen's configuration. Each path is read once. */
  get<T>(operation: RecordEndpoint<T>, parameters?: PathParameters): Promise<T>;
  /** Starts such a read before the field that needs it is reached. */
  expect(operation: RecordEndpoint<unknown>, parameters: PathParameters): void;
  /** Reads a record of a collection by its id, in one batch with the others that are asked for at the time. */
  load<T extends { readonly id: string }>(collection: Collection<T>, id: string): T | Promise<T>;
  /** The pages of a collection; what they show need not be loaded any more. */
  collection<T extends { readonly id: string }>(collection: Collection<T>): PagedList<T>;
  /** The pages of a list that belongs to another resource. Throws BAD_USER_INPUT for an unusable parameter. */
  list<T>(operation: ListEndpoint<T>, parameters: PathParameters): PagedList<T>;
  /** Ends the operation for every reader that still waits. */
  end(reason: Error): void;
  /** Whether no answer has come yet, and each request that is waited for has at least half of its time left. */
  readonly isFresh: () => boolean;
  readonly cost: Readonly<Cost>;
  /** Whose operation it is: one object for each credential. */
  readonly tenant: Tenant;
  /** Id of the GraphQL request. */
  readonly requestId: string;
  /** REST requests that the operation may spend. */
  readonly requestLimit: number;
  /** Every request so far, where `explain` was asked for. */
  readonly trace: readonly RequestTrace[] | undefined;
  /** Pages of 100 that a list has, where the credential's operations have learnt it lately. */
  readonly knownPages: (listPath: string) => number | undefined;
}

export interface SessionLimits {
  /** REST requests in flight at once for one operation. */
  readonly maxConcurrency: number;
  /** REST requests that one operation may spend. */
  readonly maxRequests: number;
  /** Milliseconds for one REST request. */
  readonly timeoutMs: number;
}

/** What a plan looks at of the operation, which is also the key of what is remembered of its last run. */
export interface SessionOperation {
  /** Whether it selects links, by which the answers of one wave lead to records of the next. */
  readonly hasLinks: boolean;
  /** Whether it asks for one record by its id before it asks for anything else: there is no batch to wait for. */
  readonly startsWithOneRequest: boolean;
}

export interface SessionOptions {
  readonly client: Client;
  readonly credential: string;
  readonly requestId: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly tenant: Tenant;
  readonly limits: SessionLimits;
  readonly processLimiter: Limiter;
  readonly operation: SessionOperation;
  /** Its variables as text. */
  readonly variables: string;
  /** Whether every request is to be written down. */
  readonly isTraced: boolean;
}

export function createSession(options: SessionOptions): Session {
  const {
    tenant,
    limits,
    operation: { hasLinks, startsWithOneRequest: beginsAlone },
  } = options;
  const budget = createBudget(limits.maxRequests);
  const waves = createBatchSchedule();
  const trace = options.isTraced ? createTrace(() => performance.now()) : undefined;
  const memory = createMemo(budget.cost);
  const requests = createRequests({
    client: options.client,
    credential: options.credential,
    requestId: options.requestId,
    headers: options.headers,
    tenant,
    budget,
    refusals: createRefusals(),
    operationLimiter: createLimiter(limits.maxConcurrency),
    processLimiter: options.processLimiter,
    timeoutMs: limits.timeoutMs,
    trace,
  });

  const knownPages = (listPath: string): number | undefined => {
    const facts = tenant.collections.get(listPath);
    return facts && sweepPages(extentOf(facts.pagination));
  };

  const habits = sweepHistoryOf(tenant, options.operation, options.variables);
  /** Lists that are swept ahead and that no batch has needed. */
  const unneeded = new Set<string>();
  let hasBegun = false;
  const begin = (): void => {
    if (hasBegun) return;
    hasBegun = true;
    for (const collection of collections) startHabit(collection);
  };
  const startHabit = <T extends Identified>(collection: Collection<T>): void => {
    if (!habits.has(collection.list.path)) return;
    unneeded.add(collection.list.path);
    shelfOf(collection).list.sweepAhead();
  };

  const send = <T>(operation: RecordEndpoint<T>, path: string): Promise<T> =>
    requests.getRecord(operation, path);

  const readOne = <T>(operation: RecordEndpoint<T>, path: string): Promise<T> =>
    memory.once(path, () => send(operation, path));

  const readById = <T extends Identified>({ get, idParameter }: Collection<T>, id: string): Promise<T> =>
    readOne(get, fillPath(get.path, { [idParameter]: id }));

  const listOf = <T>(
    operation: ListEndpoint<T>,
    parameters: PathParameters,
    shown: PagedListOptions<T>['shown'],
    facts: PagedListOptions<T>['facts'],
  ) =>
    createPagedList({
      endpoint: operation,
      parameters,
      shown,
      getPage: (path, form) => requests.getPage(operation, path, form),
      leading: waves.during,
      facts,
      cost: budget.cost,
    });

  const shelfOf = <T extends Identified>(collection: Collection<T>): Shelf<T> =>
    memory.keep(collection.list.path, () => {
      const list = listOf(collection.list, {}, (page) => loader.shown(page), tenant.collections);
      const loader: RecordLoader<T> = createRecordLoader({
        collection,
        list,
        getOne: (id) => readById(collection, id),
        facts: () => tenant.collections.get(collection.list.path),
        cost: budget.cost,
        schedule: hasLinks ? waves.whenQuiet : afterResolvers,
        pageCount: () => knownPages(collection.list.path),
        noteSweep(isSwept) {
          unneeded.delete(collection.list.path);
          habits.note(collection.list.path, isSwept && hasLinks);
        },
        maxConcurrency: limits.maxConcurrency,
      });
      return { list, loader };
    });

  return {
    get(operation, parameters = {}) {
      begin();
      const path = fillPath(operation.path, parameters);
      return waves.during(() => readOne(operation, path));
    },
    expect(operation, parameters) {
      const path = fillPath(operation.path, parameters);
      waves.during(() => memory.expect(path, () => send(operation, path))).catch(() => undefined);
    },
    load(collection, id) {
      // An id that can name nothing is refused here, before it can stand in a batch.
      checkId(collection.idParameter, id);
      const isFirst = !hasBegun;
      begin();
      return beginsAlone && isFirst ? readById(collection, id) : shelfOf(collection).loader.load(id);
    },
    list: (operation, parameters) =>
      memory.keep(fillPath(operation.path, parameters), () =>
        listOf(operation, parameters, () => undefined, undefined),
      ),
    collection(collection) {
      begin();
      return shelfOf(collection).list;
    },
    isFresh: requests.isFresh,
    end(reason) {
      requests.end(reason);
      for (const path of unneeded) habits.note(path, false);
    },
    cost: budget.cost,
    tenant,
    requestId: options.requestId,
    requestLimit: limits.maxRequests,
    trace: trace?.entries,
    knownPages,
  };
}

interface Identified {
  readonly id: string;
}

/** A collection's list and its records, which the list shows to the loader. */
interface Shelf<T> {
  readonly list: PagedList<T>;
  readonly loader: RecordLoader<T>;
}
