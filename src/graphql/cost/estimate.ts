import type { Variables } from '../../execution/coercion.js';
import { isUsableId } from '../../partner/id.js';
import { getOrganization } from '../../partner/organization.js';
import { parseRepresentation } from '../federation/representation.js';
import { collectionOfType, type NodeId, parseNodeId } from '../node.js';
import type { CostOf, FieldCost } from './field-cost.js';
import { countPages } from './page-estimate.js';
import { countReading, estimateReading, wholeListsOf, withoutWholeLists } from './reading-estimate.js';
import {
  countPath,
  createRequestEstimate,
  estimateLoads,
  type EstimateLimits,
  type EstimateState,
  linkedListsOf,
  loadsOf,
  noPaths,
  type RequestEstimate,
} from './request-estimate.js';
import { readEntries, readTexts, type SelectedField } from './selected-field.js';
import { countUsage, estimateUsages, neededUsages } from './usage-estimate.js';

export interface Estimate {
  readonly atLeast: number;
  readonly atMost: number;
  readonly requests: readonly RequestEstimate[];
  /** What else it needs, as far as is known, unless the responses show nothing to need it for. */
  readonly needed: readonly RequestEstimate[];
  /** Paths of the lists that are surely read whole: whatever else is read of them can be read there. */
  readonly wholeLists: ReadonlySet<string>;
  /** Paths of lists that nothing else reads, and to whose records many links may lead. */
  readonly linkedLists: ReadonlySet<string>;
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
  limits: EstimateLimits,
): Estimate {
  const state: EstimateState = {
    variables,
    limits,
    requests: [],
    windows: new Set(),
    indexes: new Map(),
    nodes: new Map(),
    paths: new Set(),
    loads: new Map(),
    readings: new Map(),
    usages: undefined,
  };
  for (const field of summary) count(field, 1, true, state);
  const wholeLists = wholeListsOf(state);
  const requests = [
    ...withoutWholeLists(state, wholeLists),
    ...[...state.readings.values()].map((reading) => estimateReading(reading, limits)),
    ...[...state.loads.values()].map((loads) =>
      estimateLoads(loads, { readings: state.readings, wholeLists }, limits.knownPages),
    ),
    ...estimateUsages(state),
  ];
  const atMost = requests.reduce((sum, each) => sum + each.atMost, 0);
  return {
    atLeast: requests.reduce((sum, { atLeast }) => sum + atLeast, 0),
    // The length of a list that is to be read whole may be unknown.
    atMost: state.readings.size > 0 ? Math.min(atMost, limits.requestLimit) : atMost,
    requests,
    needed: neededUsages(state, requests),
    wholeLists: wholeLists.size === 0 ? noPaths : new Set([...wholeLists].map(({ path }) => path)),
    linkedLists: linkedListsOf(state),
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
    reads === undefined
      ? maxParents * field.usualLength
      : estimateField(field, reads, maxParents, isCertain, state);
  // The connections of the organization are those of the root: they do not wait for it.
  const staysCertain = isCertain && reads?.kind === 'record' && reads.endpoint === getOrganization;
  for (const below of field.fields) count(below, entries, staysCertain && isOfRoot(below), state);
}

const isOfRoot = ({ reads }: SelectedField): boolean => reads?.kind === 'pages' || reads?.kind === 'summary';

/**
 * Counts the requests of a field.
 *
 * @param maxParents how many parents it has at most
 * @param isCertain whether it surely has one
 * @returns how many entries it shows at most, for all parents together
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
      return maxParents;
    case 'records': {
      const ids = readIds(field, cost.argument, state);
      for (const id of ids) countPath(field, cost.endpoint, id, state);
      return maxParents * ids.length;
    }
    case 'pages':
      return maxParents * countPages(field, cost, maxParents, isCertain, state);
    case 'summary':
      countReading(cost.endpoint, field, { isWhole: true, isCertain }, state);
      return maxParents;
    case 'usage':
      return countUsage(field, cost, maxParents, state);
    case 'load':
      countLoads(field, cost, maxParents, state);
      return maxParents;
    case 'nodes':
      return maxParents * countNodes(field, cost.argument, state);
    case 'entities':
      return maxParents * countEntities(field, cost.argument, state);
  }
}

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
  const nodeIds = readTexts(field, argument, state.variables);
  for (const nodeId of new Set(nodeIds)) {
    if (!state.nodes.has(nodeId)) state.nodes.set(nodeId, parseNodeId(nodeId));
    countNode(field, state.nodes.get(nodeId), state);
  }
  return nodeIds.length;
}

function countEntities(field: SelectedField, argument: string, state: EstimateState): number {
  const representations = readEntries(field, argument, state.variables);
  for (const each of representations) countNode(field, parseRepresentation(each), state);
  return representations.length;
}

/** @param node undefined where nothing is read, since it names nothing */
function countNode(field: SelectedField, node: NodeId | undefined, state: EstimateState): void {
  if (node === undefined) return;
  const collection = collectionOfType(node.type);
  if (collection === undefined) countPath(field, getOrganization, '', state);
  if (collection === undefined || !isUsableId(node.id)) return;
  const loads = loadsOf(collection, state);
  loads.ids.add(node.id);
  loads.fields.add(field.path);
}

const readIds = (field: SelectedField, argument: string, state: EstimateState): string[] =>
  readTexts(field, argument, state.variables).filter(isUsableId);
