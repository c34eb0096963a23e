import { onceFor } from '../../execution/coercion.js';
import { maxPageLimit } from '../../paging/plan.js';
import { namesNoRecord } from '../../partner/endpoint.js';
import { defaultSize } from '../read-connection.js';
import type { CostOf, FieldCost } from './field-cost.js';
import { type Needs, usableIds } from './needs.js';
import { partsOf, type SelectedField } from './selected-field.js';

/** Counts what a field and those below it read. */
export function countField(
  field: SelectedField,
  maxParents: number,
  isCertain: boolean,
  needs: Needs,
): void {
  const { reads } = field;
  const entries =
    reads === undefined
      ? maxParents * field.usualLength
      : // Each row is called with costs of its own kind alone.
        (rows[reads.kind] as Count<FieldCost['kind']>)(field, reads, needs, maxParents, isCertain);
  const parentsOf = typeof entries === 'number' ? () => entries : entries;
  // The lists of the organization are those of the root: they do not wait for it.
  const staysCertain = isCertain && reads?.kind === 'record' && namesNoRecord(reads.endpoint);
  for (const below of field.fields) {
    const parents = parentsOf(below.field.parentType.name);
    const isList = below.reads?.kind === 'pages' || below.reads?.kind === 'summary';
    if (parents > 0) countField(below, parents, staysCertain && isList, needs);
  }
}

/**
 * Counts what one field reads.
 *
 * @param maxParents how many parents it has at most
 * @param isCertain whether it certainly has one
 * @returns how many entries it shows at most, for all parents together: of all types, or of each
 *   type
 */
type Count<Kind extends FieldCost['kind']> = (
  field: SelectedField,
  cost: CostOf<Kind>,
  needs: Needs,
  maxParents: number,
  isCertain: boolean,
) => number | ((type: string) => number);

const rows: { readonly [Kind in FieldCost['kind']]: Count<Kind> } = {
  record(field, { endpoint, argument }, needs, maxParents, isCertain) {
    const { path } = field;
    if (argument !== undefined)
      for (const id of readIds(field, argument, needs)) needs.addRecord(endpoint, path, id);
    else if (isCertain) needs.addRecord(endpoint, path, '');
    else if (maxParents > 0)
      needs.addRequests(endpoint, path, 0, maxParents, 'one for each record above it');
    return maxParents;
  },
  records(field, { endpoint, argument }, needs, maxParents) {
    const entries = field.entries(argument, needs.variables);
    return maxParents * needs.addRecords(endpoint, field.path, entries);
  },
  pages(field, cost, needs, maxParents, isCertain) {
    const { variables, limits } = needs;
    const parts = partsOf(field.field);
    const given = (name: string): unknown => field.argument(name, variables);
    const [first, last, page] = [given('first'), given('last'), given('page')];
    const [filter, orderBy] = [given('filter'), given('orderBy')];
    const isWhole = field.path === needs.exportedPath && (first ?? last ?? page) === undefined;
    const length = limits.assumedLength?.(cost.endpoint.path) ?? lengthSeen(cost, needs);
    const shown = isWhole ? lengthOf(cost, needs) : sizeOf(first ?? last);
    const size = parts.items ? Math.min(shown, length) : 0;
    const isFiltered = typeof filter === 'object' && filter !== null && hasMember(filter);
    if (!isWhole && orderBy === undefined && !isFiltered)
      countWindow(field, cost, needs, size, maxParents, isCertain);
    else if (cost.maxMatches?.(filter) === 0) return 0;
    else {
      // Else only as many matches as are shown.
      const needsAll = isWhole || parts.total || (orderBy ?? page) !== undefined;
      needs.addReading(cost.endpoint, field.path, needsAll, isCertain);
    }
    return maxParents * size;
  },
  summary(field, { endpoint, maxMatches }, needs, maxParents, isCertain) {
    const mayRead = maxMatches(field.argument('filter', needs.variables)) !== 0;
    needs.addReading(endpoint, field.path, true, isCertain && mayRead);
    return maxParents;
  },
  // Whether it runs at all depends on the records above it. Each record is read once for all of
  // them.
  usage({ path }, cost, needs, maxParents) {
    if (maxParents === 0) return 0;
    const { list } = cost.collection;
    needs.addReading(list, path, true, false);
    needs.addUsage(cost, path);
    const { requestLimit } = needs.limits;
    // The part of each record takes a request at least.
    return Math.min(needs.limits.known(list.path)?.parts.atLeast ?? requestLimit, requestLimit);
  },
  load(field, { collection, argument }, needs, maxParents) {
    const loads = needs.loadsOf(collection, field.path);
    if (argument === undefined) loads.links += maxParents;
    else for (const id of readIds(field, argument, needs)) loads.ids.add(id);
    return maxParents;
  },
  // Each record counts once, and the entries of one type lack the fields of the others.
  nodes(field, { argument, by }, needs) {
    const references = field.entries(argument, needs.variables);
    const { entries } = needs.addNodes(references, by, field.path);
    return (type) => entries.get(type) ?? 0;
  },
};

const readIds = (field: SelectedField, argument: string, { variables }: Needs): string[] =>
  usableIds(field.entries(argument, variables));

/** Counts the pages that show a connection in the order of its list. */
function countWindow(
  field: SelectedField,
  { endpoint }: CostOf<'pages'>,
  needs: Needs,
  size: number,
  maxParents: number,
  isCertain: boolean,
): void {
  const given = (name: string): unknown => {
    const value = field.argument(name, needs.variables);
    // A variable may hold anything; execution refuses what is no cursor and no number, so all of
    // that is alike here.
    return typeof value === 'object' ? null : value;
  };
  const [page, after, before] = [given('page'), given('after'), given('before')];
  const isAssumed = needs.limits.assumedLength !== undefined;
  // Each parent has a list of its own.
  const isShared = namesNoRecord(endpoint);
  const isFirst = isShared && needs.isNew(endpoint.path) && isCertain;
  // Assumed values may be equal where those of a client are not.
  const isBackwards = size > 0 && given('first') === undefined && given('last') !== undefined;
  // What is requested: a list may be shorter than two windows that are read apart.
  const wanted = size > 0 ? sizeOf(given('first') ?? given('last')) : 0;
  const names = isAssumed ? variablesIn(field) : [];
  const place = JSON.stringify([wanted, isBackwards, page, after, before, names]);
  if (isShared && !needs.isNew(`${endpoint.path} ${place}`)) return;
  // Without a cursor, which an assumed one may come to, the end must be found first.
  const isFromEnd = isBackwards && (before === undefined || isAssumed);
  const isInside = isBackwards || after !== undefined;
  const pages =
    Math.max(1, Math.ceil(size / maxPageLimit)) + (isInside && size > maxAnywhere ? 1 : 0);
  const requests = pages + (isFromEnd ? 1 : 0);
  const why =
    size === 0
      ? 'a page of one item gives the total'
      : `${size} items in pages of at most ${maxPageLimit}${isFromEnd ? ', and one to find the end' : ''}`;
  const counted = needs.addRequests(
    endpoint,
    field.path,
    isFirst ? 1 : 0,
    maxParents * requests,
    why,
  );
  // A numbered page is one REST page, whatever else is read.
  counted.isSavedByReading = page === undefined;
}

/** Items that one page of some limit shows wherever they begin: 51 from place 50 need two pages. */
const maxAnywhere = maxPageLimit / 2;

/** The variables that are arguments of a field. */
const variablesIn = ({ field }: SelectedField): readonly string[] =>
  field.nodes[0]?.arguments?.flatMap(({ value }) =>
    value.kind === 'Variable' ? value.name.value : [],
  ) ?? [];

/** Execution refuses a size that is no number. */
const sizeOf = (size: unknown): number =>
  typeof size === 'number' && size >= 0 ? size : defaultSize;

/** Items of a whole list, as far as it is known, and no more than an operation can read. */
const lengthOf = (cost: CostOf<'pages'>, needs: Needs): number =>
  Math.min(lengthSeen(cost, needs), needs.limits.requestLimit * maxPageLimit);

/** Items that the pages of a list hold which the credential has seen last; unknown is Infinity. */
const lengthSeen = ({ endpoint }: CostOf<'pages'>, { limits }: Needs): number =>
  Math.max(1, limits.known(endpoint.path)?.pages ?? Infinity) * maxPageLimit;

/**
 * Whether a filter has members. Aliases share the value of a variable, which may have thousands of
 * them.
 */
const hasMember = onceFor((filter: object) => Object.values(filter).some((value) => value != null));
