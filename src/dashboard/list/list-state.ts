/** What a list can be asked for in its address. */
export interface ListSpec {
  /** Names of the filters, each with the values that it knows; null where any text may be one. */
  readonly facets: Readonly<Record<string, readonly string[] | null>>;
  /** Names of the orders. */
  readonly sorts: readonly string[];
}

export interface ListSort {
  readonly by: string;
  readonly isDescending: boolean;
}

export type ListLayout = 'table' | 'cards';

/** What a list shows, and how. */
export interface ListState {
  /** Words of a name or a description, or an id; empty for all. */
  readonly text: string;
  /** The chosen values of each filter; a filter without any is absent. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
  /** Undefined for the order of the Partner API. */
  readonly sort: ListSort | undefined;
  /** Undefined for the usual one of the collection. */
  readonly layout: ListLayout | undefined;
}

/** Shows another state; `replace` adds no step to the history. */
export type ShowState = (next: ListState, options?: { readonly replace?: boolean }) => void;

/** Reads the query of an address; what it does not know is left out. */
export function readListState(search: string, spec: ListSpec): ListState {
  const params = new URLSearchParams(search);
  const layout = params.get('as');
  return {
    text: params.get('q') ?? '',
    facets: readFacets(params, spec),
    sort: readSort(params.get('sort'), spec),
    layout: layout === 'table' || layout === 'cards' ? layout : undefined,
  };
}

function readFacets(params: URLSearchParams, { facets }: ListSpec): ListState['facets'] {
  const chosen = Object.entries(facets).map(([name, known]) => {
    const values = params
      .getAll(name)
      .filter((value) => value !== '' && (known?.includes(value) ?? true));
    return [name, [...new Set(values)]] as const;
  });
  return Object.fromEntries(chosen.filter(([, values]) => values.length > 0));
}

function readSort(text: string | null, { sorts }: ListSpec): ListSort | undefined {
  const by = text?.replace(/^-/, '');
  if (by === undefined || !sorts.includes(by)) return undefined;
  return { by, isDescending: text?.startsWith('-') === true };
}

/** The query of an address that `readListState` reads back; empty for a list as it is at first. */
export function writeListState({ text, facets, sort, layout }: ListState): string {
  const params = new URLSearchParams();
  if (text !== '') params.set('q', text);
  for (const [name, values] of Object.entries(facets))
    for (const value of values) params.append(name, value);
  if (sort) params.set('sort', `${sort.isDescending ? '-' : ''}${sort.by}`);
  if (layout) params.set('as', layout);
  return params.toString();
}

/** The state with another choice of values for a filter. */
export function withFacet(state: ListState, name: string, values: readonly string[]): ListState {
  const others = Object.entries(state.facets).filter(([other]) => other !== name);
  return {
    ...state,
    facets: Object.fromEntries(values.length === 0 ? others : [...others, [name, values]]),
  };
}

/** Whether anything narrows the list. */
export const isFiltered = ({ text, facets }: ListState): boolean =>
  text !== '' || Object.keys(facets).length > 0;

/** The state without some value of a filter, or with it. */
export function withToggled(state: ListState, name: string, value: string): ListState {
  const chosen = state.facets[name] ?? [];
  return withFacet(
    state,
    name,
    chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value],
  );
}
