import type { RecordEndpoint } from '../../partner/endpoint.js';
import { isUsableId } from '../../partner/id.js';
import { getOrganization } from '../../partner/organization.js';
import { maxPageLimit } from '../../paging/plan.js';
import { collectionOfType, type NodeId, parseNodeId } from '../node-id.js';
import type { SelectedField } from './selected-field.js';
import { countPath, loadsOf, createRequestEstimate, type EstimateState } from './request-estimate.js';
import type { FieldCost } from './field-cost.js';

/** Notes what a field reads; returns how many entries it shows for each parent. */
export function estimateField(
  field: SelectedField,
  what: FieldCost,
  times: number,
  isRoot: boolean,
  tally: EstimateState,
): number {
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
  field: SelectedField,
  operation: RecordEndpoint<unknown>,
  argument: string | undefined,
  times: number,
  isRoot: boolean,
  tally: EstimateState,
): void {
  if (argument !== undefined)
    for (const id of idsOf(field, argument, tally)) countPath(field, operation, id, tally);
  else if (isRoot) countPath(field, operation, '', tally);
  else if (times > 0)
    tally.requests.push(createRequestEstimate(operation, field.path, 0, times, 'one for each record above it'));
}

function countPages(
  field: SelectedField,
  { operation, ofParent }: Extract<FieldCost, { kind: 'pages' }>,
  times: number,
  isRoot: boolean,
  tally: EstimateState,
): number {
  const { variables } = tally;
  const [first, last, before, page] = ['first', 'last', 'before', 'page'].map((name) =>
    field.argument(name, variables),
  );
  const size = field.showsItems ? sizeOf(first ?? last) : 0;
  const fromEnd = first === undefined && last !== undefined && before === undefined && size > 0 ? 1 : 0;
  const requests = Math.max(1, Math.ceil(size / maxPageLimit)) + fromEnd;
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
        : `${size} items in pages of at most ${maxPageLimit}${fromEnd ? ', and one to find the end' : ''}`;
    tally.requests.push(createRequestEstimate(operation, field.path, isFirst ? 1 : 0, times * requests, why));
  }
  if (key !== undefined) tally.paths.add(key).add(operation.path);
  return size;
}

/** A size that is no number is refused by execution; without one there are 20 (contract, "Limits"). */
const sizeOf = (size: unknown): number => (typeof size === 'number' && size >= 0 ? size : 20);

function countLoads(
  field: SelectedField,
  { collection, argument }: Extract<FieldCost, { kind: 'load' }>,
  times: number,
  tally: EstimateState,
): void {
  const loads = loadsOf(collection, tally);
  loads.fields.add(field.path);
  if (argument === undefined) loads.links += times;
  else for (const id of idsOf(field, argument, tally)) loads.ids.add(id);
}

function countNodes(field: SelectedField, argument: string, tally: EstimateState): number {
  const nodeIds = listOf(field.argument(argument, tally.variables));
  for (const nodeId of new Set(nodeIds)) {
    const node = nodeOf(nodeId, tally);
    const collection = node && collectionOfType(node.type);
    if (node !== undefined && collection === undefined) countPath(field, getOrganization, '', tally);
    if (node === undefined || collection === undefined || !isUsableId(node.id)) continue;
    const loads = loadsOf(collection, tally);
    loads.ids.add(node.id);
    loads.fields.add(field.path);
  }
  return nodeIds.length;
}

function nodeOf(nodeId: string, { nodes }: EstimateState): NodeId | undefined {
  if (!nodes.has(nodeId)) nodes.set(nodeId, parseNodeId(nodeId));
  return nodes.get(nodeId);
}

function idsOf(field: SelectedField, argument: string, { variables }: EstimateState): string[] {
  return listOf(field.argument(argument, variables)).filter(isUsableId);
}

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map(String);
