import type { OrderDirection } from '../generated/graphql.js';
import { type ListSpec, type ListState, withFacet } from './list-state.js';

/** A filter of a list, declared once: what the address may hold, and what it asks for. */
export interface FacetDeclaration<Filter> {
  /**
   * As in the address; its counts are asked for under this name, as the other filters leave them.
   */
  readonly name: string;
  readonly title: string;
  /** Chips are for the few values that are asked for most: one click each. */
  readonly look: 'chips' | 'menu';
  /** Values that are always offered, in their order; without them, any text may be a value. */
  readonly always?: readonly string[];
  /** Values that are offered where they occur. */
  readonly others?: readonly string[];
  readonly labelOf: (value: string) => string;
  /** Small print beside the label. */
  readonly noteOf?: (value: string) => string;
  /** Takes the chosen values, or whether something is so. */
  readonly member: keyof Filter;
  /** Of two values the one that says that it is so; both of them are all. */
  readonly yes?: string;
}

/**
 * What a query counts: the records of each value, all of them with those of which something is so,
 * or all of them.
 */
export type Counted =
  | { readonly values: readonly { readonly value: string | null; readonly count: number }[] }
  | { readonly count: number; readonly yes?: number };

/** A value of a filter. */
export interface FacetOption {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
  /** How many records one would see with it; undefined while that is not known. */
  readonly count: number | undefined;
}

/** A filter as the toolbar shows it. */
export interface Facet extends Pick<FacetDeclaration<never>, 'name' | 'title' | 'look'> {
  readonly options: readonly FacetOption[];
}

/** Names of orders, each with the field that it stands for. */
export type SortFields<Field> = Readonly<Record<string, Field>>;

/** What the address of a list may ask for. */
export const specOf = (
  facets: readonly Pick<FacetDeclaration<never>, 'name' | 'always' | 'others'>[],
  sorts: SortFields<unknown>,
): ListSpec => ({
  facets: Object.fromEntries(
    facets.map(({ name, always, others = [] }) => [name, always ? [...always, ...others] : null]),
  ),
  sorts: Object.keys(sorts),
});

/**
 * The filter that a state asks for; null if it has no members, because such a list is read page by
 * page.
 */
export function filterOf<Filter extends object>(
  facets: readonly FacetDeclaration<Filter>[],
  { text, facets: chosen }: ListState,
): Filter | null {
  const parts = facets.map(({ name, member, yes }) => {
    const values = chosen[name];
    if (values === undefined || (yes !== undefined && values.length > 1)) return {};
    return { [member]: yes === undefined ? values : values[0] === yes };
  });
  // Every filter has `text`, and the members of its facets, whose values the address has been
  // checked for.
  const filter = Object.assign({}, text === '' ? {} : { text }, ...parts) as Filter;
  return Object.keys(filter).length === 0 ? null : filter;
}

export interface Order<Field> {
  readonly field: Field;
  readonly direction: OrderDirection;
}

/** The order that a state asks for; null for that of the Partner API. */
export function orderOf<Field>(sorts: SortFields<Field>, { sort }: ListState): Order<Field> | null {
  const field = sort && sorts[sort.by];
  return field === undefined
    ? null
    : { field, direction: sort?.isDescending === true ? 'DESC' : 'ASC' };
}

/** For each filter the one that leaves it out: what its values are counted with. */
export const filtersWithout = <Filter extends object>(
  facets: readonly FacetDeclaration<Filter>[],
  state: ListState,
): Readonly<Record<string, Filter | null>> =>
  Object.fromEntries(
    facets.map(({ name }) => [name, filterOf(facets, withFacet(state, name, []))]),
  );

/** The values to choose from: those always offered, those that occur, and those already chosen. */
export function optionsOf(
  facet: Omit<FacetDeclaration<never>, 'title' | 'look' | 'member'>,
  state: ListState,
  counted: Counted | null | undefined,
): readonly FacetOption[] {
  const { name, always = [], labelOf, noteOf } = facet;
  const counts = counted ? countsOf(facet, counted) : undefined;
  const values = new Set([...always, ...(counts?.keys() ?? []), ...(state.facets[name] ?? [])]);
  return [...values].map((value) => ({
    value,
    label: labelOf(value),
    ...(noteOf && { note: noteOf(value) }),
    count: counts === undefined ? undefined : (counts.get(value) ?? 0),
  }));
}

/** Those without a value cannot be filtered for. */
function countsOf(
  { always = [], yes }: Pick<FacetDeclaration<never>, 'always' | 'yes'>,
  counted: Counted,
): ReadonlyMap<string, number> {
  if ('values' in counted)
    return new Map(
      counted.values.flatMap(({ value, count }) => (value === null ? [] : [[value, count]])),
    );
  const { count, yes: so = 0 } = counted;
  return new Map(always.map((value) => [value, value === yes ? so : count - so]));
}
