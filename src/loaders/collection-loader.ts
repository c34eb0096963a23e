import { type Collection, collections, type Identified } from '../partner/collection.js';
import type { ListEndpoint, PathParameters } from '../partner/endpoint.js';
import { afterResolvers } from './batch-schedule.js';
import { createPagedList, type PagedList, type PagedListOptions } from './paged-list.js';
import { createRecordLoader, type RecordLoader } from './record-loader.js';
import { getPage } from './request.js';
import { knownPages, readById, type SessionState } from './session-state.js';

/** A collection's list and its records, which the list shows to the loader. */
export interface CollectionLoader<T> {
  readonly list: PagedList<T>;
  readonly records: RecordLoader<T>;
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
  const records: RecordLoader<T> = createRecordLoader({
    collection,
    list,
    getOne: (id) => readById(state, collection, id),
    facts: () => tenant.collections.get(path),
    cost: state.cost,
    schedule: operation.hasLinks ? state.schedule.whenQuiet : afterResolvers,
    pageCount: () => knownPages(tenant, path),
    noteSweep(isSwept) {
      state.unneeded.delete(path);
      state.history.note(path, isSwept && operation.hasLinks);
    },
    maxConcurrency: limits.maxConcurrency,
  });
  return { list, records };
}

/** @throws PartnerError BAD_USER_INPUT for an unusable path parameter */
export const openList = <T>(
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
    cost,
  });

const isCollection = ({ id }: ListEndpoint<unknown>): boolean =>
  collections.some(({ list }) => list.id === id);

/** Starts the sweeps that the history of the operation recommends, with its first read. */
export function begin(state: SessionState): void {
  if (state.hasBegun) return;
  state.hasBegun = true;
  for (const collection of collections) sweepAhead(state, collection);
}

function sweepAhead<T extends Identified>(state: SessionState, collection: Collection<T>): void {
  const { path } = collection.list;
  if (!state.history.has(path)) return;
  state.unneeded.add(path);
  collectionLoader(state, collection).list.sweepAhead();
}

/** Takes the sweeps that no batch has needed out of the history. */
export function forgetUnneeded({ unneeded, history }: SessionState): void {
  for (const path of unneeded) history.note(path, false);
}
