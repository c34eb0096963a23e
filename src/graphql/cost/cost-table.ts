import { onceFor } from '../../base/once.js';
import { maxPageLimit } from '../../paging/plan.js';
import { namesNoRecord } from '../../partner/endpoint.js';
import {
  defaultSize,
  needsAllMatches,
  type WantedWindow,
  wantedWindow,
  type WindowArguments,
} from '../wanted-window.js';
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
      : rowOf(reads)(field, reads, needs, maxParents, isCertain);
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
    if (argument !== undefined) {
      for (const id of readIds(field, argument, needs)) needs.addRecord(endpoint, path, id);
    } else if (isCertain) {
      needs.addRecord(endpoint, path, '');
    } else if (maxParents > 0) {
      needs.addRequests(endpoint, path, 0, maxParents, 'one for each record above it');
    }
    return maxParents;
  },
  records(field, { endpoint, argument }, needs, maxParents) {
    const entries = field.entries(argument, needs.variables);
    return maxParents * needs.addRecords(endpoint, field.path, entries);
  },
  pages(field, cost, needs, maxParents, isCertain) {
    const { items, total } = partsOf(field.field);
    const sent = readArguments(field, needs);
    const wanted = wantedWindow(sent, field.path === needs.exportedPath);
    const filter = field.argument('filter', needs.variables);
    const isFiltered = typeof filter === 'object' && filter !== null && hasMember(filter);
    const isOrdered = field.argument('orderBy', needs.variables) !== undefined;
    const shown = wanted.size === 'all' ? lengthOf(cost, needs) : wanted.size;
    const size = items ? upTo(shown, assumedLengthOf(cost, needs)) : 0;
    if (wanted.size !== 'all' && !isOrdered && !isFiltered) {
      countWindow(field, cost, needs, placeOf(sent, wanted, size), maxParents, isCertain);
      return maxParents * size;
    }
    if (cost.maxMatches?.(filter) === 0) return 0;
    const needsAll = needsAllMatches(wanted, { isOrdered, wantsTotal: total });
    needs.addReading(cost.endpoint, field.path, needsAll ? 'all' : 'enough matches', isCertain);
    return maxParents * size;
  },
  summary(field, { endpoint, maxMatches }, needs, maxParents, isCertain) {
    const mayRead = maxMatches(field.argument('filter', needs.variables)) !== 0;
    needs.addReading(endpoint, field.path, 'all', isCertain && mayRead);
    return maxParents;
  },
  // Whether it runs at all depends on the records above it. Each record is read once for all of
  // them.
  usage({ path }, cost, needs, maxParents) {
    if (maxParents === 0) return 0;
    const { list } = cost.collection;
    needs.addReading(list, path, 'all', false);
    needs.addUsage(cost, path);
    const { limits } = needs;
    // The part of each record takes a request at least.
    return upTo(limits.requestLimit, limits.known(list.path)?.parts.atLeast);
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

/** Each row is called with costs of its own kind alone, which proves the cast. */
const rowOf = ({ kind }: FieldCost) => rows[kind] as Count<FieldCost['kind']>;

const readIds = (field: SelectedField, argument: string, { variables }: Needs): string[] =>
  usableIds(field.entries(argument, variables));

/** Counts the pages that show a connection in the order of its list. */
function countWindow(
  field: SelectedField,
  { endpoint }: CostOf<'pages'>,
  needs: Needs,
  place: WindowPlace,
  maxParents: number,
  isCertain: boolean,
): void {
  // Each parent has a list of its own.
  const isShared = namesNoRecord(endpoint);
  const isFirst = isShared && needs.isNew(endpoint.path) && isCertain;
  if (isShared && !needs.isNew(`${endpoint.path} ${keyOf(place)}`)) return;
  const isAssumed = needs.limits.assumedLength !== undefined;
  // Without a cursor, which an assumed one may come to, the end must be found first. Without
  // `last` too, the window begins at the start.
  const mayLackCursor = place.before === undefined || isAssumed;
  const isFromEnd = place.isBackwards && place.last !== undefined && mayLackCursor;
  const atMost = maxParents * (pagesFor(place) + (isFromEnd ? 1 : 0));
  const why = isFromEnd ? `${whyOf(place)}, and one to find the end` : whyOf(place);
  const counted = needs.addRequests(endpoint, field.path, isFirst ? 1 : 0, atMost, why);
  // A numbered page is one REST page, whatever else is read.
  counted.isSavedByReading = place.page === undefined;
}

/** The arguments of a connection as a client sent them. Execution refuses those of other types. */
interface SentArguments extends WindowArguments {
  readonly after?: unknown;
  /** Those of assumed values, which may be equal where those of a client are not. */
  readonly variables: readonly string[];
}

/** A variable may hold anything: an object, which execution refuses, is null here. */
function readArguments(field: SelectedField, { variables, limits }: Needs): SentArguments {
  const given = (name: string): unknown => {
    const value = field.argument(name, variables);
    return typeof value === 'object' ? null : value;
  };
  const givenSize = (name: string): number | undefined => {
    const value = given(name);
    if (value === undefined) return undefined;
    return typeof value === 'number' && value >= 0 ? value : defaultSize;
  };
  return {
    first: givenSize('first'),
    last: givenSize('last'),
    page: given('page'),
    after: given('after'),
    before: given('before'),
    variables: limits.assumedLength === undefined ? [] : variablesIn(field),
  };
}

/** Where a window lies in its list, as far as its arguments say. */
interface WindowPlace extends SentArguments {
  /** Items that it shows at most. */
  readonly size: number;
  /** What is requested: a list may be shorter than two windows that are read apart. */
  readonly wanted: WantedWindow['size'];
  readonly isBackwards: boolean;
}

function placeOf(sent: SentArguments, wanted: WantedWindow, size: number): WindowPlace {
  const isBackwards = size > 0 && wanted.direction === 'backward';
  return { ...sent, size, wanted: size > 0 ? wanted.size : 0, isBackwards };
}

/** Equal for windows that read the same pages. */
const keyOf = ({ wanted, isBackwards, page, after, before, variables }: WindowPlace): string =>
  JSON.stringify([wanted, isBackwards, page, after, before, variables]);

/** Pages that a window takes, where none is hidden. */
function pagesFor({ size, isBackwards, after }: WindowPlace): number {
  const pages = Math.max(1, Math.ceil(size / maxPageLimit));
  const mayBeginInside = isBackwards || after !== undefined;
  return mayBeginInside && size > maxAnywhere ? pages + 1 : pages;
}

const whyOf = ({ size }: WindowPlace): string =>
  size === 0
    ? 'a page of one item gives the total'
    : `${size} items in pages of at most ${maxPageLimit}`;

/** Items that one page of some limit shows wherever they begin: 51 from place 50 need two pages. */
const maxAnywhere = maxPageLimit / 2;

/** The variables that are arguments of a field. */
const variablesIn = ({ field }: SelectedField): readonly string[] =>
  field.nodes[0]?.arguments?.flatMap(({ value }) =>
    value.kind === 'Variable' ? value.name.value : [],
  ) ?? [];

/** Items of a whole list, as far as it is known, and no more than an operation can read. */
const lengthOf = (cost: CostOf<'pages'>, needs: Needs): number =>
  upTo(needs.limits.requestLimit * maxPageLimit, lengthSeen(cost, needs));

/** Items of a list, as they are assumed or were seen; undefined where neither is known. */
const assumedLengthOf = (cost: CostOf<'pages'>, needs: Needs): number | undefined =>
  needs.limits.assumedLength?.(cost.endpoint.path) ?? lengthSeen(cost, needs);

/** Items that the pages of a list hold which the credential has seen last, if it has seen any. */
function lengthSeen({ endpoint }: CostOf<'pages'>, { limits }: Needs): number | undefined {
  const pages = limits.known(endpoint.path)?.pages;
  return pages === undefined ? undefined : Math.max(1, pages) * maxPageLimit;
}

/** A size, or fewer where fewer are known to be there. */
const upTo = (size: number, known: number | undefined): number =>
  known === undefined ? size : Math.min(size, known);

/**
 * Whether a filter has members. Aliases share the value of a variable, which may have thousands of
 * them.
 */
const hasMember = onceFor((filter: object) => Object.values(filter).some((value) => value != null));
