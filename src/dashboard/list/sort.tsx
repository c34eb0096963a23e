import { useId } from 'react';
import type { Column } from './definition.js';
import type { ListSort } from './list-state.js';
import { Menu } from './menu.js';

export interface SortProps {
  readonly sort: ListSort | undefined;
  readonly onSort: (sort: ListSort | undefined) => void;
}

interface SortMenuProps extends SortProps {
  readonly columns: readonly Column<never>[];
}

interface SortOption {
  readonly title: string;
  /** Undefined for the order of the Partner API. */
  readonly by: string | undefined;
}

/** Orders a list that has no titles to press: cards, and everything on a phone. */
export function SortMenu({ columns, sort, onSort }: SortMenuProps) {
  const group = useId();
  const options: readonly SortOption[] = [
    { title: 'As in the CMS', by: undefined },
    { title: 'Name', by: 'name' },
    ...columns.flatMap(({ title, sort: by }) => (by === undefined ? [] : [{ title, by }])),
  ];
  const chosen = options.find(({ by }) => by === sort?.by);
  return (
    <Menu label="Sort" badge={sort && chosen && `${chosen.title} ${sort.isDescending ? '↓' : '↑'}`}>
      <fieldset className="menu__options">
        <legend className="unseen">Sort by</legend>
        {options.map(({ title, by }) => (
          <label key={title} className="menu__option">
            <input
              type="radio"
              name={group}
              checked={by === sort?.by}
              onChange={() =>
                onSort(by === undefined ? undefined : { by, isDescending: sort?.isDescending ?? false })
              }
            />
            {title}
          </label>
        ))}
      </fieldset>
      <label className="menu__option menu__option--apart">
        <input
          type="checkbox"
          checked={sort?.isDescending ?? false}
          disabled={sort === undefined}
          onChange={() => sort && onSort({ ...sort, isDescending: !sort.isDescending })}
        />
        Last first
      </label>
    </Menu>
  );
}

interface SortTitleProps extends SortProps, SortOption {
  readonly isNumber?: boolean | undefined;
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
        <button
          type="button"
          className="sort"
          onClick={() =>
            onSort(direction === 'descending' ? undefined : { by, isDescending: direction === 'ascending' })
          }
        >
          {title}
          <span aria-hidden="true" className={`sort__arrow sort__arrow--${direction}`} />
        </button>
      )}
    </div>
  );
}
