import type { ListState } from './list-state.js';

/** A value of a filter. */
export interface FacetOption {
  readonly value: string;
  readonly label: string;
  /** Small print beside the label. */
  readonly note?: string;
  /** How many records one would see with it; undefined while that is not known. */
  readonly count: number | undefined;
}

/** A filter of a list. */
export interface Facet {
  /** As in the address. */
  readonly name: string;
  readonly title: string;
  /** Chips are for the few values that are asked for most: one click each. */
  readonly look: 'chips' | 'menu';
  readonly options: readonly FacetOption[];
}

/** The filters of a list, and the length of the list without them. */
export interface Facets {
  readonly facets: readonly Facet[];
  /** Undefined while it is not known. */
  readonly count: number | undefined;
}

/** What the values of a filter are, beside those that occur, and how they are called. */
export interface FacetWords {
  /** Values that are always offered, in their order. */
  readonly always?: readonly string[];
  readonly labelOf: (value: string) => string;
  readonly noteOf?: (value: string) => string;
}

interface OptionsOptions extends FacetWords {
  readonly state: ListState;
  readonly name: string;
  /** Undefined until they are known. */
  readonly counts: ReadonlyMap<string, number> | undefined;
}

/** The values to choose from: those always offered, those that occur, and those already chosen. */
export function optionsOf({
  state,
  name,
  always = [],
  counts,
  labelOf,
  noteOf,
}: OptionsOptions): readonly FacetOption[] {
  const values = new Set([...always, ...(counts?.keys() ?? []), ...(state.facets[name] ?? [])]);
  return [...values].map((value) => ({
    value,
    label: labelOf(value),
    ...(noteOf && { note: noteOf(value) }),
    count: counts && (counts.get(value) ?? 0),
  }));
}
