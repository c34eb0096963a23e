import { isUsableId } from '../rest/path.js';
import type { One } from '../partner/operation.js';
import { media } from '../partner/media.js';
import { getOrganization } from '../partner/organization.js';
import { playlists } from '../partner/playlist.js';
import { screens } from '../partner/screen.js';
import { largestLimit } from '../paging/plan.js';
import { decodeNodeId, type NodeType } from './node.js';
import type { OutlineField, Variables } from './outline.js';
import type { AnyCollection, Reads } from './reads.js';

/** A kind of REST request that an operation plans, counted. */
export interface PlannedRequests {
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

export interface Estimate {
  readonly atLeast: number;
  readonly atMost: number;
  readonly planned: readonly PlannedRequests[];
}

/** Pages of 100 that a list has, where the credential's operations have learnt it lately. */
export type KnownPages = (listPath: string) => number | undefined;

/**
 * What an operation will cost in REST requests, from its selection, arguments and variables alone.
 *
 * A list with no size in the query counts with a usual length (`reads.ts`); hidden items cost extra pages that no
 * estimate can foresee. The lower bound counts only what is sent whatever the answers are.
 */
export function estimate(
  outline: readonly OutlineField[],
  variables: Variables,
  knownPages: KnownPages,
): Estimate {
  const tally: Tally = { variables, planned: [], paths: new Set(), loads: new Map() };
  for (const field of outline) count(field, 1, true, tally);
  for (const load of tally.loads.values()) tally.planned.push(planLoads(load, knownPages));
  const { planned } = tally;
  return {
    atLeast: planned.reduce((sum, { atLeast }) => sum + atLeast, 0),
    atMost: planned.reduce((sum, { atMost }) => sum + atMost, 0),
    planned,
  };
}

interface Tally {
  readonly variables: Variables;
  readonly planned: PlannedRequests[];
  /** What has been counted already: the same path is read once. */
  readonly paths: Set<string>;
  readonly loads: Map<AnyCollection, Loads>;
}

/** Records of one collection that are asked for by id. */
interface Loads {
  readonly collection: AnyCollection;
  readonly ids: Set<string>;
  links: number;
  readonly fields: string[];
}

/** @param times how many parents the field has at most; `isRoot` where it is certain that there is one */
function count(field: OutlineField, times: number, isRoot: boolean, tally: Tally): void {
  if (!field.isIncluded(tally.variables)) return;
  const entries =
    field.reads === undefined ? field.usualLength : countReads(field, field.reads, times, isRoot, tally);
  // The connections of the organization are those of the root: they do not wait for it.
  const staysCertain = isRoot && field.reads?.kind === 'record' && field.reads.operation === getOrganization;
  for (const below of field.below)
    count(below, times * entries, staysCertain && below.reads?.kind === 'pages', tally);
}

/** Notes what a field reads; returns how many entries it shows for each parent. */
function countReads(field: OutlineField, what: Reads, times: number, isRoot: boolean, tally: Tally): number {
  switch (what.kind) {
    case 'record':
      countRecord(field, what.operation, what.argument, times, isRoot, tally);
      return 1;
    case 'records': {
      const ids = idsOf(field, what.argument, tally);
      for (const id of ids) countPath(field, what.operation, id, tally);
      return ids.length;
    }
    case 'pages':
      return countPages(field, what, times, isRoot, tally);
    case 'load':
      countLoads(field, what, times, tally);
      return 1;
    case 'nodes':
      return countNodes(field, what.argument, tally);
  }
}

function countRecord(
  field: OutlineField,
  operation: One<unknown>,
  argument: string | undefined,
  times: number,
  isRoot: boolean,
  tally: Tally,
): void {
  if (argument !== undefined)
    for (const id of idsOf(field, argument, tally)) countPath(field, operation, id, tally);
  else if (isRoot) countPath(field, operation, '', tally);
  else if (times > 0)
    tally.planned.push({
      ...about(field, operation),
      atLeast: 0,
      atMost: times,
      why: 'one for each record above it',
    });
}

function countPath(field: OutlineField, operation: One<unknown>, id: string, tally: Tally): void {
  const path = `${operation.path} ${id}`;
  if (tally.paths.has(path)) return;
  tally.paths.add(path);
  const known = tally.planned.findIndex(
    (each) => each.operation === operation.id && each.field === field.path,
  );
  const before = tally.planned[known] ?? {
    ...about(field, operation),
    atLeast: 0,
    atMost: 0,
    why: 'one for each id',
  };
  tally.planned.splice(known === -1 ? tally.planned.length : known, 1, {
    ...before,
    atLeast: before.atLeast + 1,
    atMost: before.atMost + 1,
  });
}

function countPages(
  field: OutlineField,
  { operation, ofParent }: Extract<Reads, { kind: 'pages' }>,
  times: number,
  isRoot: boolean,
  tally: Tally,
): number {
  const { variables } = tally;
  const [first, last, before, page] = ['first', 'last', 'before', 'page'].map((name) =>
    field.argument(name, variables),
  );
  const size = field.showsItems ? sizeOf(first ?? last) : 0;
  const fromEnd = first === undefined && last !== undefined && before === undefined && size > 0 ? 1 : 0;
  const requests = Math.max(1, Math.ceil(size / largestLimit)) + fromEnd;
  // As JSON, since a variable may hold anything, even what cannot be made a text.
  const key =
    ofParent === true
      ? undefined
      : `${operation.path} ${JSON.stringify([size, page, field.argument('after', variables), before])}`;
  if (key === undefined || !tally.paths.has(key)) {
    const isFirst = ofParent !== true && isRoot && !tally.paths.has(operation.path);
    const why =
      size === 0
        ? 'one item tells the total'
        : `${size} items in pages of at most ${largestLimit}${fromEnd ? ', and one to find the end' : ''}`;
    tally.planned.push({
      ...about(field, operation),
      atLeast: isFirst ? 1 : 0,
      atMost: times * requests,
      why,
    });
  }
  if (key !== undefined) tally.paths.add(key).add(operation.path);
  return size;
}

/** A size that is no number is refused by execution; without one there are 20 (contract, "Limits"). */
const sizeOf = (size: unknown): number => (typeof size === 'number' && size >= 0 ? size : 20);

function countLoads(
  field: OutlineField,
  { collection, argument }: Extract<Reads, { kind: 'load' }>,
  times: number,
  tally: Tally,
): void {
  const loads = loadsOf(collection, tally);
  loads.fields.push(field.path);
  if (argument === undefined) loads.links += times;
  else for (const id of idsOf(field, argument, tally)) loads.ids.add(id);
}

function loadsOf(collection: AnyCollection, { loads }: Tally): Loads {
  const known = loads.get(collection);
  if (known !== undefined) return known;
  const fresh: Loads = { collection, ids: new Set(), links: 0, fields: [] };
  loads.set(collection, fresh);
  return fresh;
}

const collectionOfType: Readonly<Partial<Record<NodeType, AnyCollection>>> = {
  Screen: screens,
  Playlist: playlists,
  Media: media,
};

function countNodes(field: OutlineField, argument: string, tally: Tally): number {
  const nodeIds = listOf(field.argument(argument, tally.variables));
  for (const nodeId of new Set(nodeIds)) {
    const node = tryDecode(nodeId);
    const collection = node && collectionOfType[node.type];
    if (node !== undefined && collection === undefined) countPath(field, getOrganization, '', tally);
    if (node === undefined || collection === undefined || !isUsableId(node.id)) continue;
    const loads = loadsOf(collection, tally);
    loads.ids.add(node.id);
    if (!loads.fields.includes(field.path)) loads.fields.push(field.path);
  }
  return nodeIds.length;
}

function tryDecode(nodeId: string): ReturnType<typeof decodeNodeId> | undefined {
  try {
    return decodeNodeId(nodeId);
  } catch {
    return undefined;
  }
}

/** A batch is read singly, or by sweeping the list, whichever costs less (`loaders/batch.ts`). */
function planLoads({ collection, ids, links, fields }: Loads, knownPages: KnownPages): PlannedRequests {
  const all = ids.size + links;
  const pages = knownPages(collection.list.path);
  const isSwept = pages !== undefined && pages < all;
  const field = fields.join(', ');
  return {
    operation: (isSwept ? collection.list : collection.get).id,
    path: (isSwept ? collection.list : collection.get).path,
    field,
    atLeast: Math.ceil(ids.size / largestLimit),
    atMost: isSwept ? pages : all,
    why: isSwept
      ? `${all} ids at most, read from the list's ${pages} pages`
      : 'one for each distinct id, or the pages of the list if they are fewer',
  };
}

function idsOf(field: OutlineField, argument: string, { variables }: Tally): string[] {
  return listOf(field.argument(argument, variables)).filter(isUsableId);
}

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map(String);

const about = (field: OutlineField, { id, path }: { readonly id: string; readonly path: string }) => ({
  operation: id,
  path,
  field: field.path,
});
