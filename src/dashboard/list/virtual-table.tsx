import { type CSSProperties, memo } from 'react';
import { type Column, tracksOf } from './column.js';
import type { ListRow, RowsProps } from './definition.js';
import type { ListSort } from './list-state.js';
import { type Place, placeWords } from './place.js';
import { RowLink } from './row-link.js';
import { SortTitle } from './sort-title.js';
import { useTabStop } from './use-tab-stop.js';
import { useVirtualRows } from './use-virtual-rows.js';

/** CSS pixels: `--row-height` of token.css. */
const rowHeight = 40;

interface VirtualTableProps<Row extends ListRow> extends RowsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: ListSort | undefined;
  readonly onSort: (sort: ListSort | undefined) => void;
}

/**
 * A table of any length. It consists of `div`s with the roles of a table: rows of a grid can be positioned, which links that
 * cover their row need, and those of `<table>` cannot in every browser.
 */
export function VirtualTable<Row extends ListRow>(props: VirtualTableProps<Row>) {
  const { definition, columns, count, isCountKnown, placeAt, sort, onSort } = props;
  const { body, indexes, firstVisible, before, after } = useVirtualRows({ ...props, height: rowHeight });
  const [tabStop, onFocus] = useTabStop(indexes, firstVisible);
  // A custom property, which the type does not know.
  const style = { '--tracks': tracksOf(columns) } as CSSProperties;
  return (
    <div
      className="table"
      role="table"
      aria-label={definition.title}
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
      <div role="rowgroup" ref={body} style={{ paddingTop: before, paddingBottom: after }}>
        {indexes.map((index) => (
          <TableRow
            key={index}
            collection={definition.collection}
            columns={columns}
            place={placeAt(index)}
            index={index}
            isTabStop={index === tabStop}
          />
        ))}
      </div>
    </div>
  );
}

interface TableRowProps<Row extends ListRow> {
  readonly collection: RowsProps<Row>['definition']['collection'];
  readonly columns: readonly Column<Row>[];
  readonly place: Place<Row>;
  readonly index: number;
  readonly isTabStop: boolean;
}

function TableRowOf<Row extends ListRow>({
  collection,
  columns,
  place,
  index,
  isTabStop,
}: TableRowProps<Row>) {
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
      <span className="ghost shimmer" />
    </div>
  ));
