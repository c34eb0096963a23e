import { maxPageLimit } from '../../paging/plan.js';
import type { AnyCollection } from '../../partner/collection.js';
import type { RecordEndpoint } from '../../partner/endpoint.js';
import type { NodeId } from '../node-id.js';
import type { Variables } from '../../execution/variable.js';
import type { SelectedField } from './selected-field.js';

/** A kind of REST request that an operation plans, counted. */
export interface RequestEstimate {
  /** REST operation id. */
  readonly operation: string;
  /** Its path, parameters in braces. */
  readonly path: string;
  /** The field that asks for it. */
  readonly field: string;
  /** Requests that are certain whatever the answers hold. */
  readonly atLeast: number;
  /** Requests when every list is as long as asked for, and nothing is hidden. */
  readonly atMost: number;
  readonly why: string;
}

/** Pages of 100 that a list has, where the credential's operations have learnt it lately. */
export type KnownPages = (listPath: string) => number | undefined;

/** What an operation plans, as it is counted field by field. */
export interface EstimateState {
  readonly variables: Variables;
  readonly requests: RequestEstimate[];
  /** Places in `planned` of reads by path, by operation and field. */
  readonly entries: Map<string, number>;
  /** Global ids of the operation, decoded once each; undefined for one that cannot be used. */
  readonly nodes: Map<string, NodeId | undefined>;
  /** What has been counted already: the same path is read once. */
  readonly paths: Set<string>;
  readonly loads: Map<AnyCollection, Loads>;
}

/** Records of one collection that are asked for by id. */
export interface Loads {
  readonly collection: AnyCollection;
  readonly ids: Set<string>;
  links: number;
  readonly fields: Set<string>;
}

export const createEstimateState = (variables: Variables): EstimateState => ({
  variables,
  requests: [],
  entries: new Map(),
  nodes: new Map(),
  paths: new Set(),
  loads: new Map(),
});

/** Plans one read of a single record, unless its path is planned already. */
export function countPath(
  field: SelectedField,
  operation: RecordEndpoint<unknown>,
  id: string,
  tally: EstimateState,
): void {
  const path = `${operation.path} ${id}`;
  if (tally.paths.has(path)) return;
  tally.paths.add(path);
  const entry = `${operation.id} ${field.path}`;
  const place = tally.entries.get(entry) ?? tally.requests.length;
  const { atLeast, atMost } = tally.requests[place] ?? { atLeast: 0, atMost: 0 };
  tally.entries.set(entry, place);
  tally.requests[place] = createRequestEstimate(operation, field.path, atLeast + 1, atMost + 1, 'one for each id');
}

/** What is asked for of this collection so far; whoever asks for more adds to it. */
export function loadsOf(collection: AnyCollection, { loads }: EstimateState): Loads {
  const known = loads.get(collection);
  if (known !== undefined) return known;
  const fresh: Loads = { collection, ids: new Set(), links: 0, fields: new Set() };
  loads.set(collection, fresh);
  return fresh;
}

/** A batch is read singly, or by sweeping the list, whichever costs less (`loaders/batch.ts`). */
export function estimateLoads(
  { collection, ids, links, fields }: Loads,
  knownPages: KnownPages,
): RequestEstimate {
  const all = ids.size + links;
  const pages = knownPages(collection.list.path);
  const isSwept = pages !== undefined && pages < all;
  return createRequestEstimate(
    isSwept ? collection.list : collection.get,
    [...fields].join(', '),
    Math.ceil(ids.size / maxPageLimit),
    isSwept ? pages : all,
    isSwept
      ? `${all} ids at most, read from the list's ${pages} pages`
      : 'one for each distinct id, or the pages of the list if they are fewer',
  );
}

/** An entry of a plan; `field` is the path of the one that asks, or several of them. */
export const createRequestEstimate = (
  { id, path }: { readonly id: string; readonly path: string },
  field: string,
  atLeast: number,
  atMost: number,
  why: string,
): RequestEstimate => ({ operation: id, path, field, atLeast, atMost, why });
