import type { OrderDirection } from '../generated/graphql.js';
import { type ListSpec, type ListState, withFacet } from './list-state.js';

/** A filter of a list, declared once: what the address may hold, what it asks for, and how its values are counted. */
export interface FacetDeclaration<Filter, Counts> {
  /** As in the address; its counts are asked for under this name, as the other filters leave them. */
  readonly name: string;
  readonly title: string;
  /** Chips are for the few values that are asked for most: one click each. */
  readonly look: 'chips' | 'menu';
  /** Those that the address may hold; undefined where any text may be one. */
  readonly values?: readonly string[];
  /** Values that are always offered, in their order; the others where they occur. */
  readonly always?: readonly string[];
  readonly labelOf: (value: string) => string;
  /** Small print beside the label. */
  readonly noteOf?: (value: string) => string;
  /** Its members of the filter. */
  readonly where: (values: readonly string[]) => Filter;
  /** Undefined or null where they could not be read. */
  readonly countsOf: (counts: Counts) => Iterable<readonly [string, number]> | null | undefined;
}

/** A value of a filter. */
export interface FacetOption {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
  /** How many records one would see with it; undefined while that is not known. */
  readonly count: number | undefined;
}

/** A filter as the toolbar shows it. */
export interface Facet extends Pick<FacetDeclaration<never, never>, 'name' | 'title' | 'look'> {
  readonly options: readonly FacetOption[];
}

/** The filters of a list, and the length of the list without them. */
export interface Facets {
  readonly facets: readonly Facet[];
  /** Undefined while it is not known. */
  readonly count: number | undefined;
}

/** Names of orders, each with the field that it stands for. */
export type SortFields<Field> = Readonly<Record<string, Field>>;

/** What the address of a list may ask for. */
export const specOf = (
  facets: readonly Pick<FacetDeclaration<unknown, never>, 'name' | 'values'>[],
  sorts: SortFields<unknown>,
): ListSpec => ({
  facets: Object.fromEntries(facets.map(({ name, values = null }) => [name, values])),
  sorts: Object.keys(sorts),
});

/** The filter that a state asks for; null if it has no members, because such a list is read page by page. */
export function filterOf<Filter extends object>(
  facets: readonly FacetDeclaration<Filter, never>[],
  { text, facets: chosen }: ListState,
): Filter | null {
  const parts = facets.map(({ name, where }) => chosen[name] && where(chosen[name]));
  // Every filter has `nameContains`, and members of its own.
  const filter = Object.assign({}, text === '' ? {} : { nameContains: text }, ...parts) as Filter;
  return Object.keys(filter).length === 0 ? null : filter;
}

/** The order that a state asks for; null for that of the Partner API. */
export function orderOf<Field>(
  sorts: SortFields<Field>,
  { sort }: ListState,
): { readonly field: Field; readonly direction: OrderDirection } | null {
  const field = sort && sorts[sort.by];
  return field === undefined ? null : { field, direction: sort?.isDescending === true ? 'DESC' : 'ASC' };
}

/** For each filter the one that leaves it out: what its values are counted with. */
export const filtersWithout = <Filter extends object>(
  facets: readonly FacetDeclaration<Filter, never>[],
  state: ListState,
): Readonly<Record<string, Filter | null>> =>
  Object.fromEntries(facets.map(({ name }) => [name, filterOf(facets, withFacet(state, name, []))]));

/** The values to choose from: those always offered, those that occur, and those already chosen. */
export function optionsOf(
  {
    name,
    always = [],
    labelOf,
    noteOf,
  }: Pick<FacetDeclaration<never, never>, 'name' | 'always' | 'labelOf' | 'noteOf'>,
  state: ListState,
  counts: ReadonlyMap<string, number> | undefined,
): readonly FacetOption[] {
  const values = new Set([...always, ...(counts?.keys() ?? []), ...(state.facets[name] ?? [])]);
  return [...values].map((value) => ({
    value,
    label: labelOf(value),
    ...(noteOf && { note: noteOf(value) }),
    count: counts === undefined ? undefined : (counts.get(value) ?? 0),
  }));
}
