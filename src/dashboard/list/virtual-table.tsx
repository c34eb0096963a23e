import { type CSSProperties, memo } from 'react';
import { collections } from '../data/collection.js';
import { type Column, type ListRow, type RowProps, type RowsProps } from './definition.js';
import { placeWords } from './place.js';
import { Ghost, RowLink } from './row.js';
import { type SortProps, SortTitle } from './sort.js';
import { useRows } from './use-rows.js';

/** CSS pixels: `--row-height` of token.css. */
const rowHeight = 40;

interface VirtualTableProps<Row extends ListRow> extends RowsProps<Row>, SortProps {
  readonly columns: readonly Column<Row>[];
}

/**
 * A table of any length. It consists of `div`s with the roles of a table: rows of a grid can be positioned, which links that
 * cover their row need, and those of `<table>` cannot in every browser.
 */
export function VirtualTable<Row extends ListRow>(props: VirtualTableProps<Row>) {
  const { definition, columns, count, isCountKnown, placeAt, onRange, sort, onSort } = props;
  const { body, indexes, padding, tabStop, onFocus } = useRows({ count, height: rowHeight, onRange });
  const { collection } = definition;
  // A custom property, which the type does not know.
  const style = { '--tracks': tracksOf(columns) } as CSSProperties;
  return (
    <div
      className="table"
      role="table"
      aria-label={collections[collection].title}
      aria-rowcount={isCountKnown ? count + 1 : -1}
      style={style}
      onFocus={onFocus}
    >
      <div className="table__head" role="rowgroup">
        <div className="table__titles" role="row" aria-rowindex={1}>
          <SortTitle title="Name" by="name" sort={sort} onSort={onSort} />
          {columns.map(({ title, sort: by, isNumber }) => (
            <SortTitle key={title} title={title} by={by} isNumber={isNumber} sort={sort} onSort={onSort} />
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={body} style={padding}>
        {indexes.map((index) => (
          <TableRow
            key={index}
            {...{ collection, columns, index }}
            place={placeAt(index)}
            isTabStop={index === tabStop}
          />
        ))}
      </div>
    </div>
  );
}

/** The tracks of the table's grid: the name takes what the others leave, up to a length that one reads at a glance. */
const tracksOf = (columns: readonly Column<never>[]): string =>
  ['minmax(180px, 3fr)', ...columns.map(({ width }) => width)].join(' ');

function TableRowOf<Row extends ListRow>({ collection, columns, place, index, isTabStop }: RowProps<Row>) {
  return (
    <div className="table__row" role="row" aria-rowindex={index + 2} data-place={index}>
      {place === 'unread' ? (
        <SkeletonCells columns={columns} />
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

const SkeletonCells = ({ columns }: { readonly columns: readonly Column<never>[] }) =>
  [{ title: 'Name', isNumber: false }, ...columns].map(({ title, isNumber = false }) => (
    <div key={title} className={cellClass(isNumber)} role="cell">
      <Ghost />
    </div>
  ));
