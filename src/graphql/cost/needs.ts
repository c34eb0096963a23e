import type { Variables } from '../../execution/coercion.js';
import { addNew } from '../../base/add-new.js';
import type { Session } from '../../session/session.js';
import type { AnyCollection } from '../../partner/collection.js';
import {
  type Endpoint,
  isUsableId,
  type ListEndpoint,
  type RecordEndpoint,
} from '../../partner/endpoint.js';
import { getOrganization } from '../../partner/organization.js';
import { collectionOfType, type NodeId, parseReference } from '../node.js';
import type { CostOf } from './field-cost.js';

/**
 * What bounds an estimate besides the operation itself: what its credential has learnt, and what it
 * may spend.
 */
export interface EstimateLimits extends Pick<Session, 'known' | 'requestLimit'> {
  /**
   * Items of the lists by their paths, which are assumed for a credential that has read none;
   * undefined for one that is served.
   */
  readonly assumedLength?: (listPath: string) => number | undefined;
}

/** Records and windows of a list that one field needs. */
export interface PathRequests {
  readonly endpoint: Endpoint;
  readonly field: string;
  atLeast: number;
  atMost: number;
  why: string;
  /** Whether they need no request of their own where the list is read whole. */
  isSavedByReading: boolean;
}

/** Pages of a list that are read whatever they hold. */
export type CertainPages = 'none' | 'one' | 'all';

/**
 * What a field needs of a list that it filters, orders or summarizes: all of it, or no more than
 * holds enough matches.
 */
type ListNeed = 'all' | 'enough matches';

/** What all filters, orders, summaries and where-used fields read of one list. */
export interface ListReading {
  readonly endpoint: ListEndpoint<unknown>;
  readonly fields: Set<string>;
  /** The most that one of them needs. */
  need: ListNeed;
  certain: CertainPages;
}

/** Whether a list is certainly read whole; undefined is a list that nothing of this kind reads. */
export const isReadWhole = (reading: ListReading | undefined): boolean =>
  reading?.certain === 'all';

export interface Loads {
  readonly ids: Set<string>;
  links: number;
  readonly fields: Set<string>;
}

/** What the references of a list name. */
interface NamedNodes {
  /** How many of each type. */
  readonly entries: ReadonlyMap<string, number>;
  /** Usable ones, each once. */
  readonly ids: ReadonlyMap<AnyCollection, ReadonlySet<string>>;
}

/** What an operation reads, while its fields are counted: what several fields need is read once. */
export class Needs {
  /** By REST operation and field. */
  readonly requests = new Map<string, PathRequests>();
  readonly loads = new Map<AnyCollection, Loads>();
  /** By REST operation. */
  readonly readings = new Map<string, ListReading>();
  /** The fields that need every record of a collection and its part. */
  readonly usages = new Map<CostOf<'usage'>, Set<string>>();
  private readonly counted = new Set<string>();
  private readonly nodes = new Map<unknown, NodeId | undefined>();
  /** What the references of a list name, by the list. Aliases share that of a variable. */
  private readonly nodeLists = new Map<readonly unknown[], NamedNodes>();
  /** How many ids of a list are usable, by the list, for each endpoint that was counted. */
  private readonly recordLists = new Map<
    RecordEndpoint<unknown>,
    Map<readonly unknown[], number>
  >();
  /** Those of lists that were counted. */
  private readonly loaded = new Set<ReadonlySet<string>>();

  constructor(
    readonly variables: Variables,
    readonly limits: EstimateLimits,
    /** That of the connection that is exported; undefined where none is. */
    readonly exportedPath: string | undefined,
  ) {}

  /** Whether it is counted for the first time: what has one key is read once. */
  isNew(key: string): boolean {
    return addNew(this.counted, key);
  }

  /** Counts requests for one field, beside those that are counted for it already. */
  addRequests(
    endpoint: Endpoint,
    field: string,
    atLeast: number,
    atMost: number,
    why: string,
  ): PathRequests {
    const fresh = { endpoint, field, atLeast: 0, atMost: 0, why, isSavedByReading: false };
    const requests = getOrAdd(this.requests, `${endpoint.id} ${field}`, fresh);
    requests.atLeast += atLeast;
    requests.atMost += atMost;
    return Object.assign(requests, { why });
  }

  addRecord(endpoint: RecordEndpoint<unknown>, field: string, id: string): void {
    const isNew = this.isNew(`${endpoint.path} ${id}`);
    if (isNew) this.addRequests(endpoint, field, 1, 1, 'one for each id');
  }

  /** Counts a field that filters, orders or summarizes a list; see `ListReading`. */
  addReading(
    endpoint: ListEndpoint<unknown>,
    field: string,
    need: ListNeed,
    isCertain: boolean,
  ): void {
    const fresh: ListReading = { endpoint, fields: new Set(), need, certain: 'none' };
    const reading = getOrAdd(this.readings, endpoint.id, fresh);
    reading.fields.add(field);
    if (need === 'all') reading.need = 'all';
    if (!isCertain || reading.certain === 'all') return;
    reading.certain = need === 'all' ? 'all' : 'one';
  }

  /** The records of a collection that are read by id, to be added to. */
  loadsOf(collection: AnyCollection, field: string): Loads {
    const fresh: Loads = { ids: new Set(), links: 0, fields: new Set() };
    const loads = getOrAdd(this.loads, collection, fresh);
    loads.fields.add(field);
    return loads;
  }

  addUsage(usage: CostOf<'usage'>, field: string): void {
    getOrAdd(this.usages, usage, new Set()).add(field);
  }

  /** Counts a record for each usable id of a list. @returns how many there are */
  addRecords(
    endpoint: RecordEndpoint<unknown>,
    field: string,
    entries: readonly unknown[],
  ): number {
    const lists = getOrAdd(this.recordLists, endpoint, new Map<readonly unknown[], number>());
    const known = lists.get(entries);
    if (known !== undefined) return known;
    const ids = usableIds(entries);
    for (const id of ids) this.addRecord(endpoint, field, id);
    lists.set(entries, ids.length);
    return ids.length;
  }

  /** Counts the records that the references of a list name. @param by the type of a reference */
  addNodes(references: readonly unknown[], by: 'string' | 'object', field: string): NamedNodes {
    const named = this.nodeLists.get(references) ?? this.readNodes(references, by);
    this.nodeLists.set(references, named);
    if (named.entries.has('Organization')) this.addRecord(getOrganization, field, '');
    for (const [collection, ids] of named.ids) {
      const loads = this.loadsOf(collection, field);
      if (this.loaded.has(ids)) continue;
      this.loaded.add(ids);
      for (const id of ids) loads.ids.add(id);
    }
    return named;
  }

  private readNodes(references: readonly unknown[], by: 'string' | 'object'): NamedNodes {
    const entries = new Map<string, number>();
    const ids = new Map<AnyCollection, Set<string>>();
    for (const reference of references) {
      const node = typeof reference === by ? this.nodeOf(reference) : undefined;
      if (node === undefined) continue;
      entries.set(node.type, (entries.get(node.type) ?? 0) + 1);
      const collection = collectionOfType(node.type);
      if (collection === undefined || !isUsableId(node.id)) continue;
      getOrAdd(ids, collection, new Set<string>()).add(node.id);
    }
    return { entries, ids };
  }

  /**
   * What a reference names, parsed once however many lists have it; undefined for an unusable one.
   */
  private nodeOf(reference: unknown): NodeId | undefined {
    if (!this.nodes.has(reference)) this.nodes.set(reference, parseReference(reference));
    return this.nodes.get(reference);
  }
}

/** Execution refuses the others. */
export function usableIds(entries: readonly unknown[]): string[] {
  const ids: string[] = [];
  for (const entry of entries) {
    const id = typeof entry === 'number' ? String(entry) : entry;
    if (typeof id === 'string' && isUsableId(id)) ids.push(id);
  }
  return ids;
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, fresh: V): V {
  const known = map.get(key);
  if (known === undefined) map.set(key, fresh);
  return known ?? fresh;
}
