import type { ComponentType, ReactNode } from 'react';
import type { Collection } from '../data/collection.js';
import type { Facets } from './facet.js';
import type { ListLayout, ListSpec, ListState } from './list-state.js';
import type { Place } from './known-pages.js';
import type { Range } from './settle.js';
import type { Pages } from './use-pages.js';

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

/** The columns that a list has room for. */
export const columnsFor = <Row>(columns: readonly Column<Row>[], listWidth: number): readonly Column<Row>[] =>
  columns.filter(({ from = 0 }) => listWidth >= from);

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

/** How a list looks. */
export interface ListLook<Row extends ListRow> {
  readonly collection: Collection;
  readonly columns: readonly Column<Row>[];
  readonly card: CardDefinition<Row>;
  readonly usualLayout: ListLayout;
  /** What a credential without the scope can do instead. */
  readonly WithoutScope?: ComponentType;
}

/** Everything in which two lists differ; `defineList` makes it. */
export interface ListDefinition<Row extends ListRow> extends ListLook<Row> {
  readonly spec: ListSpec;
  /** Reads the pages that hold a range. */
  readonly useRows: (state: ListState, range: Range) => Pages<Row>;
  readonly useFacets: (state: ListState) => Facets;
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
