import type { Ref } from 'react';
import { ActiveFilters } from './active-filters.js';
import type { ListDefinition, ListRow } from './definition.js';
import type { Facet } from './facet.js';
import { FacetMenu } from './facet-menu.js';
import { LayoutSwitch } from './layout-switch.js';
import { isFiltered, type ListState, withToggled } from './list-state.js';
import { QuickFilter } from './quick-filter.js';
import { SearchBox } from './search-box.js';
import { SortMenu } from './sort-menu.js';
import type { Change } from './use-list-state.js';
import { phoneWidth } from './use-width.js';

interface ToolbarProps<Row extends ListRow> {
  readonly ref: Ref<HTMLDivElement>;
  readonly definition: ListDefinition<Row>;
  readonly state: ListState;
  readonly change: Change;
  readonly facets: readonly Facet[];
  /** Of the list, in CSS pixels. */
  readonly width: number;
}

/** What narrows a list, and how it is shown. */
export function Toolbar<Row extends ListRow>(props: ToolbarProps<Row>) {
  const { ref, definition, state, change, facets, width } = props;
  const layout = state.layout ?? definition.usualLayout;
  const toggle = (name: string, value: string): void => change(withToggled(state, name, value));
  return (
    <div className="toolbar" role="search" aria-label={definition.title} ref={ref}>
      <div className="toolbar__line toolbar__line--first">
        <SearchBox text={state.text} onChange={(text) => change({ ...state, text }, { replace: true })} />
        <div className="toolbar__filters">
          <Filters state={state} facets={facets} onToggle={toggle} />
          {(width < phoneWidth || layout === 'cards') && (
            <SortMenu
              columns={definition.columns}
              sort={state.sort}
              onSort={(sort) => change({ ...state, sort })}
            />
          )}
          {isFiltered(state) && <ClearButton onClear={() => change({ ...state, text: '', facets: {} })} />}
        </div>
        <LayoutSwitch
          layout={layout}
          onChange={(next) =>
            change(
              { ...state, layout: next === definition.usualLayout ? undefined : next },
              { replace: true },
            )
          }
        />
      </div>
      <ActiveFilters state={state} facets={facets} onRemove={toggle} />
    </div>
  );
}

interface FiltersProps {
  readonly state: ListState;
  readonly facets: readonly Facet[];
  readonly onToggle: (name: string, value: string) => void;
}

const Filters = ({ state, facets, onToggle }: FiltersProps) =>
  facets.map((facet) => {
    const Filter = facet.look === 'chips' ? QuickFilter : FacetMenu;
    return (
      <Filter
        key={facet.name}
        facet={facet}
        chosen={state.facets[facet.name] ?? []}
        onToggle={(value) => onToggle(facet.name, value)}
      />
    );
  });

const ClearButton = ({ onClear }: { readonly onClear: () => void }) => (
  <button type="button" className="toolbar__clear" onClick={onClear}>
    Clear
  </button>
);
