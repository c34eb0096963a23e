import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useState } from 'react';
import { collections } from '../data/collection.js';
import type { ListDefinition, ListRow } from './definition.js';
import { DownloadButton } from './download.js';
import type { Facet } from './facet.js';
import { ActiveFilters, Filters } from './filter.js';
import { type ShowState, isFiltered, type ListLayout, type ListState, withToggled } from './list-state.js';
import { SortMenu } from './sort.js';
import type { ListDownload } from './use-download.js';
import { phoneWidth } from './use-size.js';

interface ToolbarProps<Row extends ListRow> {
  readonly ref: Ref<HTMLDivElement>;
  readonly definition: ListDefinition<Row>;
  readonly state: ListState;
  readonly change: ShowState;
  readonly facets: readonly Facet[];
  readonly download: ListDownload;
  /** Of the list, in CSS pixels. */
  readonly width: number;
}

/** What narrows a list, and how it is shown. */
export function Toolbar<Row extends ListRow>(props: ToolbarProps<Row>) {
  const { ref, definition, state, change, facets, width, download } = props;
  const { collection, columns, usualLayout } = definition;
  const layout = state.layout ?? usualLayout;
  const filters = {
    state,
    facets,
    onToggle: (name: string, value: string) => change(withToggled(state, name, value)),
  };
  const showAs = (next: ListLayout): void =>
    change({ ...state, layout: next === usualLayout ? undefined : next }, { replace: true });
  return (
    <div className="toolbar" role="search" aria-label={collections[collection].title} ref={ref}>
      <div className="toolbar__line toolbar__line--first">
        <SearchBox text={state.text} onChange={(text) => change({ ...state, text }, { replace: true })} />
        <div className="toolbar__filters">
          <Filters {...filters} />
          {(width < phoneWidth || layout === 'cards') && (
            <SortMenu columns={columns} sort={state.sort} onSort={(sort) => change({ ...state, sort })} />
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

interface SearchBoxProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Milliseconds of rest before what is typed is searched for. */
const restMs = 200;

/** Searches names while the visitor types. */
function SearchBox({ text, onChange }: SearchBoxProps) {
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
      aria-label="Search names"
      aria-keyshortcuts="/"
      placeholder="Search names"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={onKeyDown}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
