import type { ComponentType, ReactNode } from 'react';
import { stringifyDocument, type TypedDocumentNode } from 'urql';
import type { Collection } from '../data/collection.js';
import type { FileSource } from '../data/download.js';
import { useLast, useView } from '../data/use-view.js';
import type { ReadError } from '../error/read-error.js';
import {
  type Counted,
  type FacetDeclaration,
  type Facets,
  filterOf,
  filtersWithout,
  optionsOf,
  type Order,
  orderOf,
  type SortFields,
  specOf,
} from './facet.js';
import type { ListLayout, ListSpec, ListState } from './list-state.js';
import type { Place } from './place.js';
import type { Range } from './settle.js';
import { type Listed, type Pages, usePages } from './use-pages.js';

/** What every list knows of a record. */
export interface ListRow {
  readonly id: string;
  readonly name: string;
}

/** A column of a list beside its name. */
export interface Column<Row> {
  readonly title: string;
  /** Name of the order that a click on the title asks for. */
  readonly sort?: string;
  /** Width in the table: a track of a CSS grid. */
  readonly width: string;
  /** Width of the list in CSS pixels from which the table has room for it; 0 without. */
  readonly from?: number;
  /** Figures are at the right. */
  readonly isNumber?: boolean;
  /** Where a phone shows it: beside the name, or in the line below. A phone leaves the others out. */
  readonly phone?: 'badge' | 'detail';
  readonly show: (row: Row) => ReactNode;
  /** The same where no title stands above it; `show` does without. */
  readonly inLine?: (row: Row) => ReactNode;
}

/** How the records of a list look as cards. */
export interface CardDefinition<Row> {
  /** CSS pixels. Each card of a list has the same height: a long list must know where each of them is. */
  readonly height: number;
  /** CSS pixels; the window shows as many of them side by side as it has room for. */
  readonly minWidth: number;
  /** Reads what the pictures of cards side by side need beside their records; called for cards near the window alone. */
  readonly usePictures: (rows: readonly Row[], pause: boolean) => (row: Row) => ReactNode;
  /** Below the name. */
  readonly facts: (row: Row) => ReactNode;
}

/** Everything in which two lists differ. */
export interface ListDefinition<Row extends ListRow> {
  readonly collection: Collection;
  readonly columns: readonly Column<Row>[];
  readonly card: CardDefinition<Row>;
  readonly usualLayout: ListLayout;
  /** What a credential without the scope can do instead. */
  readonly WithoutScope?: ComponentType;
  readonly spec: ListSpec;
  /** Reads the pages that hold a range. */
  readonly usePages: (state: ListState, range: Range) => Pages<Row>;
  readonly useFacets: (state: ListState) => Facets;
  /** All records that it shows, in their order, as a file. */
  readonly fileOf: (state: ListState) => FileSource;
}

/** What every layout shows. */
export interface RowsProps<Row extends ListRow> {
  readonly definition: ListDefinition<Row>;
  readonly count: number;
  readonly isCountKnown: boolean;
  readonly placeAt: Pages<Row>['placeAt'];
  readonly onRange: (from: number, to: number) => void;
}

/** One of the rows. */
export interface RowProps<Row extends ListRow> {
  readonly collection: Collection;
  readonly columns: readonly Column<Row>[];
  readonly place: Place<Row>;
  readonly index: number;
  readonly isTabStop: boolean;
}

/** A query of a list by numbered pages. */
type PageQuery<Row, Filter, Field> = TypedDocumentNode<
  Listed<Row>,
  {
    readonly first: number;
    readonly page: number;
    readonly filter: Filter | null;
    readonly orderBy: Order<Field> | null;
  }
>;

type Made = 'spec' | 'usePages' | 'useFacets' | 'fileOf';

interface ListOptions<Row extends ListRow, Filter, Field> extends Omit<ListDefinition<Row>, Made> {
  readonly rows: PageQuery<Row, Filter, Field>;
  /** The columns of its file; a list below a record is none. */
  readonly csv: TypedDocumentNode<
    unknown,
    { readonly filter: Filter | null; readonly orderBy: Order<Field> | null }
  >;
  readonly sorts: SortFields<Field>;
  readonly facets: readonly FacetDeclaration<Filter>[];
  /**
   * It reads the whole list once, which a filtered list does as well: they share it. It is an operation of its own, because
   * a list too long for it must still be shown.
   */
  readonly counts: TypedDocumentNode<Counts, Readonly<Record<string, Filter | null>>>;
}

/** For each filter its counts, under its name, and the length of the list without filters. */
type Counts = Readonly<Record<string, Counted | null>> & {
  readonly all: { readonly count: number } | null;
};

/** A list by its queries, orders and filters, and by how its records look. */
export function defineList<Row extends ListRow, Filter extends object, Field>({
  rows,
  sorts,
  facets,
  counts,
  csv,
  ...look
}: ListOptions<Row, Filter, Field>): ListDefinition<Row> {
  return {
    ...look,
    spec: specOf(facets, sorts),
    usePages: (state, range) =>
      usePages({
        document: rows,
        variables: { filter: filterOf(facets, state), orderBy: orderOf(sorts, state) },
        range,
      }),
    fileOf: (state) => ({
      query: stringifyDocument(csv),
      variables: { filter: filterOf(facets, state), orderBy: orderOf(sorts, state) },
      fileName: `${look.collection}.csv`,
    }),
    useFacets(state) {
      const { data, errors } = useView(counts, filtersWithout(facets, state));
      const last = useLast(data);
      // The counts of the choice before stay until the new ones are known; those of its first pages would mislead.
      const known = errors.some(isTooLong) ? undefined : last;
      return {
        facets: facets.map((facet) => ({ ...facet, options: optionsOf(facet, state, known?.[facet.name]) })),
        count: known?.all?.count,
      };
    },
  };
}

/** A filter, an order and counts read the whole list, which the façade refuses beyond its limit. */
export const isTooLong = ({ code }: ReadError): boolean => code === 'UPSTREAM_BUDGET_EXCEEDED';
