import { type CSSProperties, memo, useMemo } from 'react';
import { collections } from '../data/collection.js';
import type { Column, ListParts, ListRow, RowProps } from './definition.js';
import type { ListSort } from './list-state.js';
import { placeWords } from './place.js';
import { Ghost, RowLink } from './row-lines.js';
import { useRows } from './use-rows.js';

/** CSS pixels: `--row-height` of token.css. */
const rowHeight = 40;

/** The name is the first column of every table. */
const nameColumn = { title: 'Name', sort: 'name', isNumber: false };

/**
 * A table of any length. It consists of `div`s with the roles of a table: rows of a grid can be
 * positioned, which links that cover their row need, and those of `<table>` cannot in every
 * browser.
 */
export function VirtualTable<Row extends ListRow>(props: ListParts<Row>) {
  const { definition, state, change, pages, onRange, width } = props;
  const rows = useRows({ pages, height: rowHeight, onRange });
  const { body, indexes, padding, tabStop, onFocus } = rows;
  const { collection } = definition;
  // The rows are rendered anew for other columns.
  const columns = useMemo(
    () => definition.columns.filter(({ from = 0 }) => width >= from),
    [definition, width],
  );
  // A custom property, which the type does not know.
  const style = { '--tracks': tracksOf(columns) } as CSSProperties;
  return (
    <div
      className="table"
      role="table"
      aria-label={collections[collection].title}
      aria-rowcount={pages.totalCount === undefined ? -1 : pages.totalCount + 1}
      {...{ style, onFocus }}
    >
      <TableHead
        columns={columns}
        sort={state.sort}
        onSort={(sort) => change({ ...state, sort })}
      />
      <div role="rowgroup" ref={body} style={padding}>
        {indexes.map((index) => (
          <TableRow
            key={index}
            {...{ collection, columns, index }}
            place={pages.placeAt(index)}
            isTabStop={index === tabStop}
          />
        ))}
      </div>
    </div>
  );
}

/**
 * The tracks of the table's grid: the name takes what the others leave, up to a length that one
 * reads at a glance.
 */
const tracksOf = (columns: readonly Column<never>[]): string =>
  ['minmax(180px, 3fr)', ...columns.map(({ width }) => width)].join(' ');

interface SortProps {
  readonly sort: ListSort | undefined;
  readonly onSort: (sort: ListSort | undefined) => void;
}

interface TableHeadProps extends SortProps {
  /** Beside that of the name. */
  readonly columns: readonly Column<never>[];
}

const TableHead = ({ columns, sort, onSort }: TableHeadProps) => (
  <div className="table__head" role="rowgroup">
    <div className="table__titles" role="row" aria-rowindex={1}>
      {[nameColumn, ...columns].map((column) => (
        <SortTitle key={column.title} column={column} sort={sort} onSort={onSort} />
      ))}
    </div>
  </div>
);

interface SortTitleProps extends SortProps {
  readonly column: Pick<Column<never>, 'title' | 'sort' | 'isNumber'>;
}

/** The title of a column; pressed again and again it orders up, down, and not at all. */
function SortTitle({
  column: { title, sort: by, isNumber = false },
  sort,
  onSort,
}: SortTitleProps) {
  const direction =
    sort === undefined || sort.by !== by ? 'none' : sort.isDescending ? 'descending' : 'ascending';
  return (
    <div
      role="columnheader"
      className={isNumber ? 'table__title table__cell--number' : 'table__title'}
      {...(by !== undefined && { 'aria-sort': direction })}
    >
      {by === undefined ? (
        title
      ) : (
        <button
          type="button"
          className="sort"
          onClick={() =>
            onSort(
              direction === 'descending'
                ? undefined
                : { by, isDescending: direction === 'ascending' },
            )
          }
        >
          {title}
          <span aria-hidden="true" className={`sort__arrow sort__arrow--${direction}`} />
        </button>
      )}
    </div>
  );
}

function TableRowOf<Row extends ListRow>({
  collection,
  columns,
  place,
  index,
  isTabStop,
}: RowProps<Row>) {
  return (
    <div className="table__row" role="row" aria-rowindex={index + 2} data-place={index}>
      {place === 'unread' ? (
        [nameColumn, ...columns].map(({ title, isNumber = false }) => (
          <div key={title} className={cellClass(isNumber)} role="cell">
            <Ghost />
          </div>
        ))
      ) : typeof place === 'string' ? (
        <div className="table__cell table__cell--whole muted" role="cell">
          {placeWords[place]}
        </div>
      ) : (
        <>
          <div className="table__cell table__name" role="cell">
            <RowLink collection={collection} row={place} index={index} isTabStop={isTabStop} />
          </div>
          {columns.map(({ title, isNumber = false, show }) => (
            <div key={title} className={cellClass(isNumber)} role="cell">
              {show(place)}
            </div>
          ))}
        </>
      )}
    </div>
  );
}

// `memo` forgets that the component is generic.
const TableRow = memo(TableRowOf) as typeof TableRowOf;

const cellClass = (isNumber: boolean): string =>
  isNumber ? 'table__cell table__cell--number' : 'table__cell';
