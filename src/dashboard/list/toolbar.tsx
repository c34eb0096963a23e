import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { collections } from '../data/collection.js';
import type { ListParts, ListRow } from './definition.js';
import { DownloadButton, type ListDownload } from './download.js';
import type { Facet } from './facet.js';
import { ActiveFilters, Filters } from './filter.js';
import { isFiltered, type ListLayout, type ListSort, withToggled } from './list-state.js';
import { Menu } from './menu.js';
import { phoneWidth } from './use-rows.js';

interface ToolbarProps<Row extends ListRow> extends ListParts<Row> {
  readonly facets: readonly Facet[];
  readonly download: ListDownload;
}

/** What narrows a list, and how it is shown. */
export function Toolbar<Row extends ListRow>(props: ToolbarProps<Row>) {
  const { definition, state, change, facets, width, download } = props;
  const { collection, usualLayout } = definition;
  const layout = state.layout ?? usualLayout;
  const filters = {
    state,
    facets,
    onToggle: (name: string, value: string) => change(withToggled(state, name, value)),
  };
  const showAs = (next: ListLayout): void =>
    change({ ...state, layout: next === usualLayout ? undefined : next }, { replace: true });
  return (
    <div className="toolbar" role="search" aria-label={collections[collection].title}>
      <div className="toolbar__line toolbar__line--first">
        <SearchBox
          text={state.text}
          onChange={(text) => change({ ...state, text }, { replace: true })}
        />
        <div className="toolbar__filters">
          <Filters {...filters} />
          {(width < phoneWidth || layout === 'cards') && (
            <SortMenu {...{ definition, state, change }} />
          )}
          {isFiltered(state) && (
            <button
              type="button"
              className="toolbar__clear"
              onClick={() => change({ ...state, text: '', facets: {} })}
            >
              Clear
            </button>
          )}
        </div>
        <DownloadButton {...download} />
        <LayoutSwitch shown={layout} onChange={showAs} />
      </div>
      <ActiveFilters {...filters} />
    </div>
  );
}

type SortMenuProps<Row extends ListRow> = Pick<ListParts<Row>, 'definition' | 'state' | 'change'>;

/** Beside those of the columns; undefined is the order of the Partner API. */
const plainOrders = [
  { title: 'As in the CMS', by: undefined },
  { title: 'Name', by: 'name' },
];

/** Orders a list that has no titles to press: cards, and everything on a phone. */
function SortMenu<Row extends ListRow>({ definition, state, change }: SortMenuProps<Row>) {
  const group = useId();
  const { sort } = state;
  const isDescending = sort?.isDescending ?? false;
  const onSort = (next: ListSort | undefined): void => change({ ...state, sort: next });
  const orderBy = (by: string | undefined): void =>
    onSort(by === undefined ? undefined : { by, isDescending });
  const options = [...plainOrders, ...ordersOf(definition)];
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
              onChange={() => orderBy(by)}
            />
            {title}
          </label>
        ))}
      </fieldset>
      <label className="menu__option menu__option--apart">
        <input
          type="checkbox"
          checked={isDescending}
          disabled={sort === undefined}
          onChange={() => sort && onSort({ ...sort, isDescending: !sort.isDescending })}
        />
        Last first
      </label>
    </Menu>
  );
}

const ordersOf = <Row extends ListRow>({ columns }: ListParts<Row>['definition']) =>
  columns.flatMap(({ title, sort: by }) => (by === undefined ? [] : [{ title, by }]));

const layouts = [
  { layout: 'table', label: 'Table', icon: 'M2 4h12M2 8h12M2 12h12' },
  { layout: 'cards', label: 'Cards', icon: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z' },
] as const;

interface LayoutSwitchProps {
  readonly shown: ListLayout;
  readonly onChange: (layout: ListLayout) => void;
}

const LayoutSwitch = ({ shown, onChange }: LayoutSwitchProps) => (
  <div className="switch" role="group" aria-label="Layout">
    {layouts.map(({ layout, label, icon }) => (
      <button
        key={layout}
        type="button"
        className="switch__part"
        aria-pressed={layout === shown}
        aria-label={label}
        title={label}
        onClick={() => onChange(layout)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={icon} />
        </svg>
      </button>
    ))}
  </div>
);

/** Milliseconds of rest before what is typed is searched for. */
const restMs = 200;

/** Searches while the visitor types. */
function SearchBox({
  text,
  onChange,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}) {
  const [typed, setTyped] = useState(text);
  const search = useEffectEvent(onChange);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => search(typed), restMs);
    return () => clearTimeout(timer);
  }, [typed, text]);
  /** Escape clears, and leaves a field that is clear. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    if (typed === '') event.currentTarget.blur();
    else setTyped('');
  };
  return (
    <input
      type="search"
      className="search"
      aria-label="Search"
      aria-keyshortcuts="/"
      placeholder="Search"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={onKeyDown}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
