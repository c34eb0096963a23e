import type { ReactNode } from 'react';

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

/** The tracks of the table's grid: the name takes what the others leave, up to a length that one reads at a glance. */
export const tracksOf = (columns: readonly Column<never>[]): string =>
  ['minmax(180px, 3fr)', ...columns.map(({ width }) => width)].join(' ');
