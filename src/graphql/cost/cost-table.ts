import { onceFor, type Variables } from '../../execution/coercion.js';
import { maxPageLimit } from '../../paging/plan.js';
import { namesNoRecord } from '../../partner/endpoint.js';
import { isUsableId } from '../../partner/id.js';
import { getOrganization } from '../../partner/organization.js';
import { parseRepresentation } from '../federation/representation.js';
import { collectionOfType, type NodeId } from '../node.js';
import type { CostOf, FieldCost } from './field-cost.js';
import type { Needs } from './needs.js';
import { readEntries, readTexts, type SelectedField } from './selected-field.js';

/**
 * Counts what one field reads.
 *
 * @param maxParents how many parents it has at most
 * @param isCertain whether it certainly has one
 * @returns how many entries it shows at most, for all parents together
 */
type Count<Kind extends FieldCost['kind']> = (
  field: SelectedField,
  cost: CostOf<Kind>,
  needs: Needs,
  maxParents: number,
  isCertain: boolean,
) => number;

/** What a field of each kind reads. */
const rows: { readonly [Kind in FieldCost['kind']]: Count<Kind> } = {
  record(field, { endpoint, argument }, needs, maxParents, isCertain) {
    const { path } = field;
    if (argument !== undefined)
      for (const id of readIds(field, argument, needs)) needs.addRecord(endpoint, path, id);
    else if (isCertain) needs.addRecord(endpoint, path, '');
    else if (maxParents > 0) needs.addRequests(endpoint, path, 0, maxParents, 'one for each record above it');
    return maxParents;
  },
  records(field, { endpoint, argument }, needs, maxParents) {
    const ids = readIds(field, argument, needs);
    for (const id of ids) needs.addRecord(endpoint, field.path, id);
    return maxParents * ids.length;
  },
  pages(field, cost, needs, maxParents, isCertain) {
    const { variables } = needs;
    const size = field.showsItems(variables) ? sizeOf(field, variables) : 0;
    if (!finds(field, variables)) countWindow(field, cost, needs, size, maxParents, isCertain);
    else if (matchesNothing(field, cost, variables)) return 0;
    else needs.addReading(cost.endpoint, field.path, needsAll(field, variables), isCertain);
    return maxParents * size;
  },
  summary(field, cost, needs, maxParents, isCertain) {
    const mayRead = !matchesNothing(field, cost, needs.variables);
    needs.addReading(cost.endpoint, field.path, true, isCertain && mayRead);
    return maxParents;
  },
  // Whether it runs at all depends on the records above it. Each record is read once for all of them.
  usage({ path }, cost, needs, maxParents) {
    if (maxParents === 0) return 0;
    const { list } = cost.collection;
    needs.addReading(list, path, true, false);
    needs.addUsage(cost, path);
    const { requestLimit } = needs.limits;
    // The part of each record takes a request at least.
    return Math.min(needs.limits.knownParts(list.path)?.atLeast ?? requestLimit, requestLimit);
  },
  load(field, { collection, argument }, needs, maxParents) {
    const loads = needs.loadsFor(field.path, collection);
    if (argument === undefined) loads.links += maxParents;
    else for (const id of readIds(field, argument, needs)) loads.ids.add(id);
    return maxParents;
  },
  nodes(field, { argument }, needs, maxParents) {
    const nodeIds = readTexts(field, argument, needs.variables);
    for (const nodeId of new Set(nodeIds)) countNode(field, needs.nodeOf(nodeId), needs);
    return maxParents * nodeIds.length;
  },
  entities(field, { argument }, needs, maxParents) {
    const representations = readEntries(field, argument, needs.variables);
    for (const each of representations) countNode(field, parseRepresentation(each), needs);
    return maxParents * representations.length;
  },
};

/** The row of a cost. */
export const countOf = (cost: FieldCost): Count<FieldCost['kind']> =>
  // Each row is called with costs of its own kind alone.
  rows[cost.kind] as Count<FieldCost['kind']>;

const readIds = (field: SelectedField, argument: string, { variables }: Needs): string[] =>
  readTexts(field, argument, variables).filter(isUsableId);

/** @param node undefined where nothing is read, since it names nothing */
function countNode({ path }: SelectedField, node: NodeId | undefined, needs: Needs): void {
  if (node === undefined) return;
  const collection = collectionOfType(node.type);
  if (collection === undefined) needs.addRecord(getOrganization, path, '');
  else if (isUsableId(node.id)) needs.loadsFor(path, collection).ids.add(node.id);
}

/** Counts the pages that show a connection in the order of its list. */
function countWindow(
  field: SelectedField,
  { endpoint }: CostOf<'pages'>,
  needs: Needs,
  size: number,
  maxParents: number,
  isCertain: boolean,
): void {
  const { variables } = needs;
  const { path } = field;
  // Each parent has a list of its own.
  const isShared = namesNoRecord(endpoint);
  const isFirst = isShared && needs.isNew(endpoint.path) && isCertain;
  if (isShared && !needs.isNew(`${endpoint.path} ${placeOf(field, size, variables)}`)) return;
  const endRequests = size > 0 && startsAtEnd(field, variables) ? 1 : 0;
  const requests = Math.max(1, Math.ceil(size / maxPageLimit)) + endRequests;
  const why =
    size === 0
      ? 'a page of one item gives the total'
      : `${size} items in pages of at most ${maxPageLimit}${endRequests ? ', and one to find the end' : ''}`;
  const window = needs.addRequests(endpoint, path, isFirst ? 1 : 0, maxParents * requests, why);
  // A numbered page is one REST page, whatever else is read.
  if (field.argument('page', variables) === undefined) needs.windows.add(window);
}

/** Execution refuses a size that is no number; without any size there are 20 items (contract, "Limits"). */
function sizeOf({ argument }: SelectedField, variables: Variables): number {
  const size = argument('first', variables) ?? argument('last', variables);
  return typeof size === 'number' && size >= 0 ? size : 20;
}

const startsAtEnd = ({ argument }: SelectedField, variables: Variables): boolean =>
  argument('first', variables) === undefined &&
  argument('last', variables) !== undefined &&
  argument('before', variables) === undefined;

/** A variable may hold anything; execution refuses what is no cursor and no number, so all of that is alike here. */
function placeOf({ argument }: SelectedField, size: number, variables: Variables): string {
  const [page, after, before] = ['page', 'after', 'before'].map((name) => {
    const value = argument(name, variables);
    return typeof value === 'object' ? null : value;
  });
  return JSON.stringify([size, page, after, before]);
}

/** Whether the connection is filtered or ordered; a filter without members is none. */
function finds({ argument }: SelectedField, variables: Variables): boolean {
  const filter = argument('filter', variables);
  if (argument('orderBy', variables) !== undefined) return true;
  return typeof filter === 'object' && filter !== null && holdsValue(filter);
}

/** Aliases share the value of a variable, which may have thousands of members. */
const holdsValue = onceFor((filter: object) => Object.values(filter).some((value) => value != null));

/** Whether all matches are needed, and not only as many as are shown. */
const needsAll = ({ argument, showsTotal }: SelectedField, variables: Variables): boolean =>
  showsTotal(variables) ||
  argument('orderBy', variables) !== undefined ||
  argument('page', variables) !== undefined;

/** Whether no record can match the filter, so that nothing is read. */
const matchesNothing = (
  { argument }: SelectedField,
  { maxMatches }: CostOf<'pages' | 'summary'>,
  variables: Variables,
): boolean => maxMatches?.(argument('filter', variables)) === 0;
