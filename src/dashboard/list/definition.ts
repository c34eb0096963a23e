import type { ComponentType, ReactNode } from 'react';
import { stringifyDocument, type TypedDocumentNode } from 'urql';
import type { Collection } from '../data/collection.js';
import type { FileSource } from '../data/download.js';
import { useLast, useView } from '../data/use-view.js';
import type { ReadError } from '../error/read-error.js';
import {
  type Counted,
  type FacetDeclaration,
  type Facet,
  filterOf,
  filtersWithout,
  optionsOf,
  type Order,
  orderOf,
  type SortFields,
  specOf,
} from './facet.js';
import type { ListLayout, ListSpec, ListState, ShowState } from './list-state.js';
import type { Place, Range } from './place.js';
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
  /**
   * Where a phone shows it: beside the name, or in the line below. A phone leaves the others out.
   */
  readonly phone?: 'badge' | 'detail';
  readonly show: (row: Row) => ReactNode;
  /** The same where no title stands above it; `show` does without. */
  readonly inLine?: (row: Row) => ReactNode;
}

/** How the records of a list look as cards. */
export interface CardDefinition<Row> {
  /**
   * CSS pixels. Each card of a list has the same height: a long list must know where each of them
   * is.
   */
  readonly height: number;
  /** CSS pixels; the window shows as many of them side by side as it has room for. */
  readonly minWidth: number;
  /**
   * Reads what the pictures of cards side by side need beside their records; called for cards near
   * the window alone.
   */
  readonly usePictures: (rows: readonly Row[], pause: boolean) => (row: Row) => ReactNode;
  /** Below the name. */
  readonly facts: (row: Row) => ReactNode;
}

/** How the records of a list look. */
interface ListLook<Row extends ListRow> {
  readonly collection: Collection;
  readonly columns: readonly Column<Row>[];
  readonly card: CardDefinition<Row>;
  readonly usualLayout: ListLayout;
  /** What a credential without the scope can do instead. */
  readonly WithoutScope?: ComponentType;
}

/** Everything in which two lists differ. */
interface ListDefinition<Row extends ListRow> extends ListLook<Row> {
  readonly spec: ListSpec;
  /** Reads the pages that hold a range, and the counts of the filters. */
  readonly useContent: (state: ListState, range: Range) => ListContent<Row>;
}

interface ListContent<Row> {
  readonly pages: Pages<Row>;
  readonly facets: readonly Facet[];
  /** The length of the list without filters; undefined while it is not known. */
  readonly fullCount: number | undefined;
  /** All records that it shows, in their order, as a file. */
  readonly file: FileSource;
}

/** What the parts of a list work with. */
export interface ListParts<Row extends ListRow> {
  readonly definition: ListDefinition<Row>;
  readonly state: ListState;
  readonly change: ShowState;
  readonly pages: Pages<Row>;
  /** The places where the list rests: pictures are read for them alone. */
  readonly range: Range;
  readonly onRange: (from: number, to: number) => void;
  /** Of the list, in CSS pixels. */
  readonly width: number;
}

/** One of the rows. */
export interface RowProps<Row extends ListRow> {
  readonly collection: Collection;
  readonly columns: readonly Column<Row>[];
  readonly place: Place<Row>;
  readonly index: number;
  readonly isTabStop: boolean;
}

/** What a query of a list asks for. */
interface Wanted<Filter, Field> {
  readonly filter: Filter | null;
  readonly orderBy: Order<Field> | null;
}

interface ListOptions<Row extends ListRow, Filter, Field> extends ListLook<Row> {
  /** By numbered pages. */
  readonly rows: TypedDocumentNode<
    Listed<Row>,
    Wanted<Filter, Field> & { first: number; page: number }
  >;
  /** The columns of its file; a list below a record is none. */
  readonly csv: TypedDocumentNode<unknown, Wanted<Filter, Field>>;
  readonly sorts: SortFields<Field>;
  readonly facets: readonly FacetDeclaration<Filter>[];
  /**
   * It reads the whole list once, which a filtered list does as well: they share it. It is an
   * operation of its own, because a list too long for it must still be shown.
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
    useContent(state, range) {
      const variables = { filter: filterOf(facets, state), orderBy: orderOf(sorts, state) };
      const pages = usePages({ document: rows, variables, range });
      const { data, errors } = useView(counts, filtersWithout(facets, state));
      const last = useLast(data);
      // The counts of the choice before stay until the new ones are known; those of its first pages
      // would mislead.
      const known = errors.some(isTooLong) ? undefined : last;
      return {
        pages,
        facets: facets.map((facet) => ({
          ...facet,
          options: optionsOf(facet, state, known?.[facet.name]),
        })),
        fullCount: known?.all?.count,
        file: { query: stringifyDocument(csv), variables, fileName: `${look.collection}.csv` },
      };
    },
  };
}

/** A filter, an order and counts read the whole list, which the façade refuses beyond its limit. */
export const isTooLong = ({ code }: ReadError): boolean => code === 'UPSTREAM_BUDGET_EXCEEDED';
