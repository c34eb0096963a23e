import { maxPageLimit } from '../../paging/plan.js';
import type { RecordEndpoint } from '../../partner/endpoint.js';
import { isUsableId } from '../../partner/id.js';
import { getOrganization } from '../../partner/organization.js';
import { collectionOfType, type NodeId, parseNodeId } from '../node-id.js';
import type { FieldCost } from './field-cost.js';
import { countPath, createRequestEstimate, type EstimateState, loadsOf } from './request-estimate.js';
import type { SelectedField } from './selected-field.js';

/**
 * Counts the requests of a field.
 *
 * @param maxParents how many parents it has at most
 * @param isCertain whether it surely has one
 * @returns how many entries it shows at most for each parent
 */
export function estimateField(
  field: SelectedField,
  cost: FieldCost,
  maxParents: number,
  isCertain: boolean,
  state: EstimateState,
): number {
  switch (cost.kind) {
    case 'record':
      countRecord(field, cost.endpoint, cost.argument, maxParents, isCertain, state);
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

function countRecord(
  field: SelectedField,
  endpoint: RecordEndpoint<unknown>,
  argument: string | undefined,
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

type PagesCost = Extract<FieldCost, { kind: 'pages' }>;

function countPages(
  field: SelectedField,
  cost: PagesCost,
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
  { endpoint }: PagesCost,
  size: number,
  { variables }: EstimateState,
): string {
  const [page, after, before] = ['page', 'after', 'before'].map((name) => field.argument(name, variables));
  return `${endpoint.path} ${JSON.stringify([size, page, after, before])}`;
}

function countLoads(
  field: SelectedField,
  { collection, argument }: Extract<FieldCost, { kind: 'load' }>,
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
    const node = readNodeId(nodeId, state);
    const collection = node && collectionOfType(node.type);
    if (node !== undefined && collection === undefined) countPath(field, getOrganization, '', state);
    if (node === undefined || collection === undefined || !isUsableId(node.id)) continue;
    const loads = loadsOf(collection, state);
    loads.ids.add(node.id);
    loads.fields.add(field.path);
  }
  return nodeIds.length;
}

function readNodeId(nodeId: string, { nodes }: EstimateState): NodeId | undefined {
  if (!nodes.has(nodeId)) nodes.set(nodeId, parseNodeId(nodeId));
  return nodes.get(nodeId);
}

const readIds = (field: SelectedField, argument: string, { variables }: EstimateState): string[] =>
  readTexts(field.argument(argument, variables)).filter(isUsableId);

const readTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map(String);
