import type { ComponentType, ReactNode } from 'react';
import type { Scope } from '../data/scope.js';
import type { Collection } from '../route/path.js';
import type { Column } from './column.js';
import type { Facets } from './facet.js';
import type { ListLayout, ListSpec, ListState } from './list-state.js';
import type { Range } from './settle.js';
import type { Pages } from './use-pages.js';

/** What every list knows of a record. */
export interface ListRow {
  readonly id: string;
  readonly name: string;
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

/** Everything that tells one list from another. */
export interface ListDefinition<Row extends ListRow> {
  readonly collection: Collection;
  readonly title: string;
  /** One record, such as `screen`. */
  readonly noun: string;
  readonly scope: Scope;
  readonly spec: ListSpec;
  readonly columns: readonly Column<Row>[];
  readonly card: CardDefinition<Row>;
  readonly usualLayout: ListLayout;
  /** Reads the pages that hold a range. */
  readonly useRows: (state: ListState, range: Range) => Pages<Row>;
  readonly useFacets: (state: ListState) => Facets;
  /** What a credential without the scope can do instead. */
  readonly WithoutScope?: ComponentType;
}

/** What every layout shows. */
export interface RowsProps<Row extends ListRow> {
  readonly definition: ListDefinition<Row>;
  readonly count: number;
  readonly isCountKnown: boolean;
  readonly placeAt: Pages<Row>['placeAt'];
  readonly onRange: (from: number, to: number) => void;
}
