import { onceFor } from '../../execution/coercion.js';
import { maxPageLimit } from '../../paging/plan.js';
import type { CostOf } from './field-cost.js';
import { countReading, matchesNothing } from './reading-estimate.js';
import { createRequestEstimate, type EstimateState } from './request-estimate.js';
import type { SelectedField } from './selected-field.js';

/** Counts the pages of a connection. @returns how many items it shows at most */
export function countPages(
  field: SelectedField,
  cost: CostOf<'pages'>,
  maxParents: number,
  isCertain: boolean,
  state: EstimateState,
): number {
  const size = field.showsItems ? sizeOf(field, state) : 0;
  if (finds(field, state)) {
    if (matchesNothing(field, state.variables)) return 0;
    countReading(cost.endpoint, field, { isWhole: needsAll(field, state), isCertain }, state);
    return size;
  }
  const endRequests = size > 0 && startsAtEnd(field, state) ? 1 : 0;
  const key = cost.ofParent === true ? undefined : keyOfPages(field, cost, size, state);
  if (key === undefined || !state.paths.has(key)) {
    const isFirst = key !== undefined && isCertain && !state.paths.has(cost.endpoint.path);
    const requests = Math.max(1, Math.ceil(size / maxPageLimit)) + endRequests;
    const why =
      size === 0
        ? 'a page of one item gives the total'
        : `${size} items in pages of at most ${maxPageLimit}${endRequests ? ', and one to find the end' : ''}`;
    const found = createRequestEstimate(
      cost.endpoint,
      field.path,
      isFirst ? 1 : 0,
      maxParents * requests,
      why,
    );
    state.requests.push(found);
    // A numbered page is one REST page, whatever else is read.
    if (field.argument('page', state.variables) === undefined) state.windows.add(found);
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

/** A variable may hold anything; execution refuses what is no cursor and no number, so all of that is alike here. */
function keyOfPages(
  field: SelectedField,
  { endpoint }: CostOf<'pages'>,
  size: number,
  { variables }: EstimateState,
): string {
  const [page, after, before] = ['page', 'after', 'before'].map((name) => {
    const value = field.argument(name, variables);
    return typeof value === 'object' ? null : value;
  });
  return `${endpoint.path} ${JSON.stringify([size, page, after, before])}`;
}

/** Whether the connection is filtered or ordered; a filter without members is none. */
function finds(field: SelectedField, { variables }: EstimateState): boolean {
  const filter = field.argument('filter', variables);
  if (field.argument('orderBy', variables) !== undefined) return true;
  return typeof filter === 'object' && filter !== null && holdsValue(filter);
}

/** Aliases share the value of a variable, which may have thousands of members. */
const holdsValue = onceFor((filter: object) => Object.values(filter).some((value) => value != null));

/** Whether all matches are needed, and not only as many as are shown. */
const needsAll = (field: SelectedField, { variables }: EstimateState): boolean =>
  field.showsTotal(variables) ||
  field.argument('orderBy', variables) !== undefined ||
  field.argument('page', variables) !== undefined;
