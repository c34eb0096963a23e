import type { ListSort } from './list-state.js';

interface SortTitleProps {
  readonly title: string;
  /** Name of the order; undefined where there is none. */
  readonly by: string | undefined;
  readonly isNumber?: boolean | undefined;
  readonly sort: ListSort | undefined;
  readonly onSort: (sort: ListSort | undefined) => void;
}

/** The title of a column; pressed again and again it orders up, down, and not at all. */
export function SortTitle({ title, by, isNumber = false, sort, onSort }: SortTitleProps) {
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
        <button type="button" className="sort" onClick={() => onSort(nextSort(by, direction))}>
          {title}
          <span aria-hidden="true" className={`sort__arrow sort__arrow--${direction}`} />
        </button>
      )}
    </div>
  );
}

/** The order that a press on a title asks for. */
const nextSort = (by: string, direction: 'none' | 'ascending' | 'descending'): ListSort | undefined =>
  direction === 'descending' ? undefined : { by, isDescending: direction === 'ascending' };
