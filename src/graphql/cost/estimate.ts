import type { Variables } from '../../execution/coercion.js';
import { maxPageLimit } from '../../paging/plan.js';
import { isUsableId } from '../../partner/id.js';
import { getOrganization } from '../../partner/organization.js';
import { collectionOfType, parseNodeId } from '../node.js';
import type { FieldCost } from './field-cost.js';
import {
  countPath,
  createRequestEstimate,
  estimateLoads,
  type EstimateState,
  type KnownPages,
  loadsOf,
  type RequestEstimate,
} from './request-estimate.js';
import type { SelectedField } from './selected-field.js';

export interface Estimate {
  readonly atLeast: number;
  readonly atMost: number;
  readonly requests: readonly RequestEstimate[];
}

/**
 * Estimates the REST requests of an operation from its selection, arguments and variables alone.
 *
 * A list whose length no argument gives counts with a usual length (`field-cost.ts`). Hidden items cost extra pages
 * that no estimate can foresee. The lower bound counts only what is sent whatever the responses are.
 */
export function estimate(
  summary: readonly SelectedField[],
  variables: Variables,
  knownPages: KnownPages,
): Estimate {
  const state: EstimateState = {
    variables,
    requests: [],
    indexes: new Map(),
    nodes: new Map(),
    paths: new Set(),
    loads: new Map(),
  };
  for (const field of summary) count(field, 1, true, state);
  for (const loads of state.loads.values()) state.requests.push(estimateLoads(loads, knownPages));
  const { requests } = state;
  return {
    atLeast: requests.reduce((sum, { atLeast }) => sum + atLeast, 0),
    atMost: requests.reduce((sum, { atMost }) => sum + atMost, 0),
    requests,
  };
}

/**
 * @param maxParents how many parents the field has at most
 * @param isCertain whether it surely has one
 */
function count(field: SelectedField, maxParents: number, isCertain: boolean, state: EstimateState): void {
  if (!field.isIncluded(state.variables)) return;
  const { reads } = field;
  const entries =
    reads === undefined ? field.usualLength : estimateField(field, reads, maxParents, isCertain, state);
  // The connections of the organization are those of the root: they do not wait for it.
  const staysCertain = isCertain && reads?.kind === 'record' && reads.endpoint === getOrganization;
  for (const below of field.fields)
    count(below, maxParents * entries, staysCertain && below.reads?.kind === 'pages', state);
}

/**
 * Counts the requests of a field.
 *
 * @param maxParents how many parents it has at most
 * @param isCertain whether it surely has one
 * @returns how many entries it shows at most for each parent
 */
function estimateField(
  field: SelectedField,
  cost: FieldCost,
  maxParents: number,
  isCertain: boolean,
  state: EstimateState,
): number {
  switch (cost.kind) {
    case 'record':
      countRecord(field, cost, maxParents, isCertain, state);
      return 1;
    case 'records': {
      const ids = readIds(field, cost.argument, state);
      for (const id of ids) countPath(field, cost.endpoint, id, state);
      return ids.length;
    }
    case 'pages':
      return countPages(field, cost, maxParents, isCertain, state);
    case 'load':
      countLoads(field, cost, maxParents, state);
      return 1;
    case 'nodes':
      return countNodes(field, cost.argument, state);
  }
}

type CostOf<Kind extends FieldCost['kind']> = Extract<FieldCost, { kind: Kind }>;

function countRecord(
  field: SelectedField,
  { endpoint, argument }: CostOf<'record'>,
  maxParents: number,
  isCertain: boolean,
  state: EstimateState,
): void {
  if (argument !== undefined)
    for (const id of readIds(field, argument, state)) countPath(field, endpoint, id, state);
  else if (isCertain) countPath(field, endpoint, '', state);
  else if (maxParents > 0)
    state.requests.push(
      createRequestEstimate(endpoint, field.path, 0, maxParents, 'one for each record above it'),
    );
}

function countPages(
  field: SelectedField,
  cost: CostOf<'pages'>,
  maxParents: number,
  isCertain: boolean,
  state: EstimateState,
): number {
  const size = field.showsItems ? sizeOf(field, state) : 0;
  const endRequests = size > 0 && startsAtEnd(field, state) ? 1 : 0;
  const key = cost.ofParent === true ? undefined : keyOfPages(field, cost, size, state);
  if (key === undefined || !state.paths.has(key)) {
    const isFirst = key !== undefined && isCertain && !state.paths.has(cost.endpoint.path);
    const requests = Math.max(1, Math.ceil(size / maxPageLimit)) + endRequests;
    const why =
      size === 0
        ? 'a page of one item gives the total'
        : `${size} items in pages of at most ${maxPageLimit}${endRequests ? ', and one to find the end' : ''}`;
    state.requests.push(
      createRequestEstimate(cost.endpoint, field.path, isFirst ? 1 : 0, maxParents * requests, why),
    );
  }
  if (key !== undefined) state.paths.add(key).add(cost.endpoint.path);
  return size;
}

/** Execution refuses a size that is no number; without any size there are 20 items (contract, "Limits"). */
function sizeOf(field: SelectedField, { variables }: EstimateState): number {
  const size = field.argument('first', variables) ?? field.argument('last', variables);
  return typeof size === 'number' && size >= 0 ? size : 20;
}

const startsAtEnd = (field: SelectedField, { variables }: EstimateState): boolean =>
  field.argument('first', variables) === undefined &&
  field.argument('last', variables) !== undefined &&
  field.argument('before', variables) === undefined;

/** As JSON, since a variable may hold anything, even what has no text. */
function keyOfPages(
  field: SelectedField,
  { endpoint }: CostOf<'pages'>,
  size: number,
  { variables }: EstimateState,
): string {
  const [page, after, before] = ['page', 'after', 'before'].map((name) => field.argument(name, variables));
  return `${endpoint.path} ${JSON.stringify([size, page, after, before])}`;
}

function countLoads(
  field: SelectedField,
  { collection, argument }: CostOf<'load'>,
  maxParents: number,
  state: EstimateState,
): void {
  const loads = loadsOf(collection, state);
  loads.fields.add(field.path);
  if (argument === undefined) loads.links += maxParents;
  else for (const id of readIds(field, argument, state)) loads.ids.add(id);
}

function countNodes(field: SelectedField, argument: string, state: EstimateState): number {
  const nodeIds = readTexts(field.argument(argument, state.variables));
  for (const nodeId of new Set(nodeIds)) {
    if (!state.nodes.has(nodeId)) state.nodes.set(nodeId, parseNodeId(nodeId));
    const node = state.nodes.get(nodeId);
    const collection = node && collectionOfType(node.type);
    if (node !== undefined && collection === undefined) countPath(field, getOrganization, '', state);
    if (node === undefined || collection === undefined || !isUsableId(node.id)) continue;
    const loads = loadsOf(collection, state);
    loads.ids.add(node.id);
    loads.fields.add(field.path);
  }
  return nodeIds.length;
}

const readIds = (field: SelectedField, argument: string, { variables }: EstimateState): string[] =>
  readTexts(field.argument(argument, variables)).filter(isUsableId);

const readTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map(String);
