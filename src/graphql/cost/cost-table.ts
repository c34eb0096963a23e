import { onceFor, type Variables } from '../../execution/coercion.js';
import { maxPageLimit } from '../../paging/plan.js';
import { namesNoRecord } from '../../partner/endpoint.js';
import { isUsableId } from '../../partner/id.js';
import { getOrganization } from '../../partner/organization.js';
import { collectionOfType, type NodeId, parseRepresentation } from '../node.js';
import type { CostOf, FieldCost } from './field-cost.js';
import type { Needs } from './needs.js';
import type { SelectedField } from './selected-field.js';

/**
 * Counts what one field reads.
 *
 * @param maxParents how many parents it has at most
 * @param isCertain whether it certainly has one
 * @returns how many entries it shows at most, for all parents together: of all types, or of each type
 */
type Count<Kind extends FieldCost['kind']> = (
  field: SelectedField,
  cost: CostOf<Kind>,
  needs: Needs,
  maxParents: number,
  isCertain: boolean,
) => number | ((type: string) => number);

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
    const isWhole = field.path === needs.exportedPath && !isSized(field, variables);
    const length = needs.limits.assumedLength?.(cost.endpoint.path) ?? Infinity;
    const shown = isWhole ? lengthOf(cost, needs) : sizeArgument(field, variables);
    const size = field.showsItems(variables) ? Math.min(shown, length) : 0;
    if (!isWhole && !finds(field, variables)) countWindow(field, cost, needs, size, maxParents, isCertain);
    else if (matchesNothing(field, cost, variables)) return 0;
    else needs.addReading(cost.endpoint, field.path, isWhole || needsAll(field, variables), isCertain);
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
  nodes(field, { argument }, needs) {
    const nodes = field.ids(argument, needs.variables).map((nodeId) => needs.nodeOf(nodeId));
    return countNodes(field, nodes, needs);
  },
  entities(field, { argument }, needs) {
    return countNodes(field, field.entries(argument, needs.variables).map(parseRepresentation), needs);
  },
};

/** The row of a cost. */
export const rowOf = (cost: FieldCost): Count<FieldCost['kind']> =>
  // Each row is called with costs of its own kind alone.
  rows[cost.kind] as Count<FieldCost['kind']>;

const readIds = (field: SelectedField, argument: string, { variables }: Needs): string[] =>
  field.ids(argument, variables).filter(isUsableId);

/**
 * Counts records that the root names, each once.
 *
 * @param nodes undefined for what names nothing, so that nothing is read
 * @returns the entries of each type: those of the others have none of its fields
 */
function countNodes(
  { path }: SelectedField,
  nodes: readonly (NodeId | undefined)[],
  needs: Needs,
): (type: string) => number {
  const entries = new Map<string, number>();
  for (const node of nodes) {
    if (node === undefined) continue;
    entries.set(node.type, (entries.get(node.type) ?? 0) + 1);
    const collection = collectionOfType(node.type);
    if (collection === undefined) needs.addRecord(getOrganization, path, '');
    else if (isUsableId(node.id)) needs.loadsFor(path, collection).ids.add(node.id);
  }
  return (type) => entries.get(type) ?? 0;
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
function sizeArgument(field: SelectedField, variables: Variables): number {
  const size = field.argument('first', variables) ?? field.argument('last', variables);
  return typeof size === 'number' && size >= 0 ? size : 20;
}

/** Whether the arguments say how many items are shown. */
const isSized = (field: SelectedField, variables: Variables): boolean =>
  ['first', 'last', 'page'].some((name) => field.argument(name, variables) !== undefined);

/** Items of a whole list, as far as it is known, and no more than an operation can read. */
const lengthOf = ({ endpoint }: CostOf<'pages'>, { limits }: Needs): number =>
  Math.min(limits.knownPages(endpoint.path) ?? Infinity, limits.requestLimit) * maxPageLimit;

const startsAtEnd = (field: SelectedField, variables: Variables): boolean =>
  field.argument('first', variables) === undefined &&
  field.argument('last', variables) !== undefined &&
  field.argument('before', variables) === undefined;

/** A variable may hold anything; execution refuses what is no cursor and no number, so all of that is alike here. */
function placeOf(field: SelectedField, size: number, variables: Variables): string {
  const [page, after, before] = ['page', 'after', 'before'].map((name) => {
    const value = field.argument(name, variables);
    return typeof value === 'object' ? null : value;
  });
  return JSON.stringify([size, page, after, before]);
}

/** Whether the connection is filtered or ordered; a filter without members is none. */
function finds(field: SelectedField, variables: Variables): boolean {
  const filter = field.argument('filter', variables);
  if (field.argument('orderBy', variables) !== undefined) return true;
  return typeof filter === 'object' && filter !== null && holdsValue(filter);
}

/** Aliases share the value of a variable, which may have thousands of members. */
const holdsValue = onceFor((filter: object) => Object.values(filter).some((value) => value != null));

/** Whether all matches are needed, and not only as many as are shown. */
const needsAll = (field: SelectedField, variables: Variables): boolean =>
  field.showsTotal(variables) ||
  field.argument('orderBy', variables) !== undefined ||
  field.argument('page', variables) !== undefined;

/** Whether no record can match the filter, so that nothing is read. */
const matchesNothing = (
  field: SelectedField,
  { maxMatches }: CostOf<'pages' | 'summary'>,
  variables: Variables,
): boolean => maxMatches?.(field.argument('filter', variables)) === 0;
