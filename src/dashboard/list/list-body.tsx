import { useMemo } from 'react';
import { collections } from '../data/collection.js';
import { CardGrid } from './card-grid.js';
import type { ListDefinition, ListRow } from './definition.js';
import { type ShowState, isFiltered, type ListState } from './list-state.js';
import { RowLines } from './row-lines.js';
import type { Range } from './settle.js';
import type { Pages } from './use-pages.js';
import { phoneWidth } from './use-size.js';
import { VirtualTable } from './virtual-table.js';

/** Rows that stand in for a list of unknown length. */
const placeholderRows = 12;

interface ListBodyProps<Row extends ListRow> {
  readonly definition: ListDefinition<Row>;
  readonly state: ListState;
  readonly change: ShowState;
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
  const { noun } = collections[definition.collection];
  // The rows are rendered anew for other columns.
  const columns = useMemo(
    () => definition.columns.filter(({ from = 0 }) => width >= from),
    [definition, width],
  );
  const all = (): void => change({ ...state, text: '', facets: {}, sort: undefined });
  if (isTooLong) return <TooLong noun={noun} onClear={all} />;
  // The frame says what went wrong.
  if (pages.totalCount === undefined && pages.errors.length > 0) return null;
  if (pages.totalCount === 0)
    return isFiltered(state) ? <NoMatch noun={noun} onClear={all} /> : <Nothing noun={noun} />;
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
  const onSort = (sort: ListState['sort']): void => change({ ...state, sort });
  return <VirtualTable {...rows} columns={columns} sort={state.sort} onSort={onSort} />;
}

interface MessageProps {
  readonly noun: string;
  /** Shows everything again. */
  readonly onClear: () => void;
}

const Nothing = ({ noun }: Pick<MessageProps, 'noun'>) => (
  <div className="list-message">
    <h2>No {noun}s yet</h2>
    <p className="muted">What is added in the CMS appears here.</p>
  </div>
);

const NoMatch = ({ noun, onClear }: MessageProps) => (
  <div className="list-message">
    <h2>No {noun} matches</h2>
    <p className="muted">Nothing has all of what is searched and filtered for.</p>
    <button type="button" className="button" onClick={onClear}>
      Clear filters
    </button>
  </div>
);

/** A filter or an order reads the whole list, and this one is longer than one operation may read. */
const TooLong = ({ noun, onClear }: MessageProps) => (
  <div className="list-message" role="alert">
    <h2>Too many {noun}s to search, filter or sort</h2>
    <p className="muted">
      It takes the whole list, which has more pages than one operation may read. In its own order the list
      works, and the operator of the façade can raise the limit.
    </p>
    <button type="button" className="button" onClick={onClear}>
      Show the list in its own order
    </button>
    <p className="muted small">
      <code>UPSTREAM_BUDGET_EXCEEDED</code> · <code>MAX_UPSTREAM_REQUESTS</code>
    </p>
  </div>
);
