import type { Ref } from 'react';
import { collections } from '../data/collection.js';
import type { ListDefinition, ListRow } from './definition.js';
import type { Facet } from './facet.js';
import { ActiveFilters, Filters } from './filter.js';
import { type ShowState, isFiltered, type ListLayout, type ListState, withToggled } from './list-state.js';
import { SearchBox } from './search-box.js';
import { SortMenu } from './sort.js';
import { phoneWidth } from './use-size.js';

interface ToolbarProps<Row extends ListRow> {
  readonly ref: Ref<HTMLDivElement>;
  readonly definition: ListDefinition<Row>;
  readonly state: ListState;
  readonly change: ShowState;
  readonly facets: readonly Facet[];
  /** Of the list, in CSS pixels. */
  readonly width: number;
}

/** What narrows a list, and how it is shown. */
export function Toolbar<Row extends ListRow>(props: ToolbarProps<Row>) {
  const { ref, definition, state, change, facets, width } = props;
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
