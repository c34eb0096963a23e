import { useMemo } from 'react';
import { CardGrid } from './card-grid.js';
import { columnsFor } from './column.js';
import type { ListDefinition, ListRow } from './definition.js';
import { EmptyList, TooLong } from './list-message.js';
import { isFiltered, type ListState } from './list-state.js';
import { RowLines } from './row-lines.js';
import type { Range } from './settle.js';
import type { Change } from './use-list-state.js';
import type { Pages } from './use-pages.js';
import { phoneWidth } from './use-width.js';
import { VirtualTable } from './virtual-table.js';

/** Rows that stand in for a list of unknown length. */
const placeholderRows = 12;

interface ListBodyProps<Row extends ListRow> {
  readonly definition: ListDefinition<Row>;
  readonly state: ListState;
  readonly change: Change;
  readonly pages: Pages<Row>;
  readonly range: Range;
  readonly onRange: (from: number, to: number) => void;
  /** CSS pixels. */
  readonly width: number;
  /** The list with this filter and order is too long to be read at once. */
  readonly isTooLong: boolean;
}

/** The rows of a list in the layout that the visitor chose, or why there are none. */
export function ListBody<Row extends ListRow>(props: ListBodyProps<Row>) {
  const { definition, state, change, pages, range, onRange, isTooLong, width } = props;
  // The rows are rendered anew for other columns.
  const columns = useMemo(() => columnsFor(definition.columns, width), [definition, width]);
  const all = (): void => change({ ...state, text: '', facets: {}, sort: undefined });
  if (isTooLong) return <TooLong noun={definition.noun} onClear={all} />;
  // The frame says what went wrong.
  if (pages.totalCount === undefined && pages.errors.length > 0) return null;
  if (pages.totalCount === 0)
    return <EmptyList noun={definition.noun} {...(isFiltered(state) && { onClear: all })} />;
  const rows = {
    definition,
    count: pages.totalCount ?? placeholderRows,
    isCountKnown: pages.totalCount !== undefined,
    placeAt: pages.placeAt,
    onRange,
  };
  if ((state.layout ?? definition.usualLayout) === 'cards')
    return <CardGrid {...rows} range={range} width={width} />;
  if (width < phoneWidth) return <RowLines {...rows} />;
  return (
    <VirtualTable
      {...rows}
      columns={columns}
      sort={state.sort}
      onSort={(sort) => change({ ...state, sort })}
    />
  );
}
