import { maxPageLimit } from '../../paging/plan.js';
import type { AnyCollection } from '../../partner/collection.js';
import type { ListEndpoint, RecordEndpoint } from '../../partner/endpoint.js';
import type { KnownParts } from '../../loaders/part-reading.js';
import type { NodeId } from '../node.js';
import type { Variables } from '../../execution/coercion.js';
import type { CostOf } from './field-cost.js';
import type { SelectedField } from './selected-field.js';

/** How many REST requests of one kind an operation needs. */
export interface RequestEstimate {
  /** REST operation id. */
  readonly operation: string;
  /** Its path, parameters in braces. */
  readonly path: string;
  /** The field that needs them, or several fields. */
  readonly field: string;
  /** Requests that are certain, whatever the responses hold. */
  readonly atLeast: number;
  /** Requests when every list is as long as the operation allows, and nothing is hidden. */
  readonly atMost: number;
  readonly why: string;
}

/**
 * Pages of 100 that a list has, as an operation of the credential has last seen it.
 *
 * @param maxAgeSeconds undefined: however long ago
 */
export type KnownPages = (listPath: string, maxAgeSeconds?: number) => number | undefined;

/** What bounds an estimate besides the operation itself. */
export interface EstimateLimits {
  readonly knownPages: KnownPages;
  /** What the parts of all records of a list take; `maxAgeSeconds` as above. */
  readonly knownParts: (listPath: string, maxAgeSeconds?: number) => KnownParts | undefined;
  /** REST requests that the operation may send (MAX_UPSTREAM_REQUESTS). */
  readonly requestLimit: number;
}

/** An estimate while its fields are counted. */
export interface EstimateState {
  readonly variables: Variables;
  readonly limits: EstimateLimits;
  readonly requests: RequestEstimate[];
  /** Those that need no request of their own where the list is read whole. */
  readonly windows: Set<RequestEstimate>;
  /** Indexes in `requests` of reads by path, by endpoint and field. */
  readonly indexes: Map<string, number>;
  /** Global ids of the operation, each decoded once; undefined for an unusable one. */
  readonly nodes: Map<string, NodeId | undefined>;
  /** Paths that are counted already: the same path is read once. */
  readonly paths: Set<string>;
  readonly loads: Map<AnyCollection, Loads>;
  /** What is filtered, ordered or summarized, by the path of the list. */
  readonly readings: Map<string, FoundReading>;
  /** Where-used fields, by the path of the list; undefined before the first. */
  usages: Map<string, FoundUsage> | undefined;
}

/** The fields that need every record of a collection and its part. */
export interface FoundUsage extends CostOf<'usage'> {
  readonly fields: Set<string>;
}

/** Records of one collection that the operation reads by id. */
export interface Loads {
  readonly collection: AnyCollection;
  readonly ids: Set<string>;
  links: number;
  readonly fields: Set<string>;
}

/** What all filters, orders and summaries of an operation read of one list. */
export interface FoundReading {
  readonly endpoint: ListEndpoint<unknown>;
  readonly fields: readonly string[];
  /** How much of the list is read, whatever it holds. */
  readonly surely: 'nothing' | 'some' | 'all';
  /** Whether all of it may be needed by more than a search that finds too little. */
  readonly isWhole: boolean;
}

/** Counts one read of a single record, unless its path is counted already. */
export function countPath(
  field: SelectedField,
  endpoint: RecordEndpoint<unknown>,
  id: string,
  state: EstimateState,
): void {
  const path = `${endpoint.path} ${id}`;
  if (state.paths.has(path)) return;
  state.paths.add(path);
  const key = `${endpoint.id} ${field.path}`;
  const index = state.indexes.get(key) ?? state.requests.length;
  const { atLeast, atMost } = state.requests[index] ?? { atLeast: 0, atMost: 0 };
  state.indexes.set(key, index);
  state.requests[index] = createRequestEstimate(
    endpoint,
    field.path,
    atLeast + 1,
    atMost + 1,
    'one for each id',
  );
}

/** What the operation reads of this collection by id so far, to be added to. */
export function loadsOf(collection: AnyCollection, { loads }: EstimateState): Loads {
  const known = loads.get(collection);
  if (known !== undefined) return known;
  const fresh: Loads = { collection, ids: new Set(), links: 0, fields: new Set() };
  loads.set(collection, fresh);
  return fresh;
}

/** The lists that are read for what is found in them. */
interface ReadLists extends Pick<EstimateState, 'readings'> {
  /** Those that are surely read whole. */
  readonly wholeLists: ReadonlySet<ListEndpoint<unknown>>;
}

/** A batch is read one by one or by sweeping the list, whichever costs less (`loaders/batch-strategy.ts`). */
export function estimateLoads(
  { collection, ids, links, fields }: Loads,
  { wholeLists, readings }: ReadLists,
  knownPages: KnownPages,
): RequestEstimate {
  const field = [...fields].join(', ');
  const all = ids.size + links;
  if (wholeLists.has(collection.list))
    return createRequestEstimate(
      collection.get,
      field,
      0,
      all,
      'read with the whole list, if they are listed',
    );
  const pages = knownPages(collection.list.path);
  const isSwept = pages !== undefined && pages < all;
  return createRequestEstimate(
    isSwept ? collection.list : collection.get,
    field,
    // Pages that are read for what is found may show them.
    readings.has(collection.list.path) ? 0 : Math.ceil(ids.size / maxPageLimit),
    isSwept ? pages : all,
    isSwept
      ? `${all} ids at most, read from the list's ${pages} pages`
      : 'one for each distinct id, or the pages of the list if they are fewer',
  );
}

export const createRequestEstimate = (
  { id, path }: { readonly id: string; readonly path: string },
  field: string,
  atLeast: number,
  atMost: number,
  why: string,
): RequestEstimate => ({ operation: id, path, field, atLeast, atMost, why });

/** Links that one record seldom has: so many come from the records of a list. */
const manyLinks = 30;

export const noPaths: ReadonlySet<string> = new Set();

/** Lists that nothing else reads, and to whose records many links may lead. */
export function linkedListsOf({ loads, readings, requests }: EstimateState): ReadonlySet<string> {
  let paths: Set<string> | undefined;
  for (const { collection, links } of loads.values()) {
    const { id, path } = collection.list;
    if (links < manyLinks || readings.has(path) || requests.some(({ operation }) => operation === id))
      continue;
    (paths ??= new Set()).add(path);
  }
  return paths ?? noPaths;
}
