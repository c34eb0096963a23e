import { useState } from 'react';
import { formatNumber } from '../component/format.js';
import type { Facet, FacetOption } from './facet.js';
import type { ListState } from './list-state.js';
import { Menu } from './menu.js';

interface FiltersProps {
  readonly state: ListState;
  readonly facets: readonly Facet[];
  /** Chooses a value, or no longer. */
  readonly onToggle: (name: string, value: string) => void;
}

export const Filters = ({ state, facets, onToggle }: FiltersProps) =>
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

interface FilterProps {
  readonly facet: Facet;
  readonly chosen: readonly string[];
  readonly onToggle: (value: string) => void;
}

/** A filter of few values, one click each: `Offline 25`. */
const QuickFilter = ({ facet: { title, options }, chosen, onToggle }: FilterProps) => (
  <div className="chips" role="group" aria-label={title}>
    {options.map(({ value, label, count }) => (
      <button
        key={value}
        type="button"
        className="chip"
        aria-pressed={chosen.includes(value)}
        onClick={() => onToggle(value)}
      >
        {label} {count !== undefined && <span className="chip__count">{formatNumber(count)}</span>}
      </button>
    ))}
  </div>
);

/** Options from which a menu has a search of its own. */
const searchFrom = 10;

/** A filter of many values. */
function FacetMenu({ facet: { title, options }, chosen, onToggle }: FilterProps) {
  const [text, setText] = useState('');
  if (options.length === 0) return null;
  return (
    <Menu label={title} badge={chosen.length === 0 ? undefined : String(chosen.length)}>
      {options.length >= searchFrom && (
        <input
          type="search"
          className="menu__search"
          aria-label={`Search ${title.toLowerCase()}s`}
          placeholder="Search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <fieldset className="menu__options">
        <legend className="unseen">{title}</legend>
        {options
          .filter((option) => hasText(option, text))
          .map(({ value, label, note, count }) => (
            <label key={value} className="menu__option">
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={() => onToggle(value)}
              />
              <span className="menu__label one-line">
                {label}
                {note !== undefined && <span className="muted small"> · {note}</span>}
              </span>
              {count !== undefined && <span className="muted number">{formatNumber(count)}</span>}
            </label>
          ))}
      </fieldset>
    </Menu>
  );
}

/** As the façade finds names: each word somewhere, in any order. */
const hasText = ({ label, note = '' }: FacetOption, text: string): boolean => {
  const words = text.toLowerCase().split(' ');
  return words.every((word) => `${label} ${note}`.toLowerCase().includes(word));
};

/** What narrows the list now: to see, and to take away. Chips show themselves what is chosen. */
export function ActiveFilters({ state, facets, onToggle }: FiltersProps) {
  const tokens = facets
    .filter(({ look }) => look === 'menu')
    .flatMap(({ name, title, options }) =>
      (state.facets[name] ?? []).map((value) => ({
        name,
        value,
        title,
        label: options.find((option) => option.value === value)?.label ?? value,
      })),
    );
  if (tokens.length === 0) return null;
  return (
    <div className="toolbar__line">
      {tokens.map(({ name, value, title, label }) => (
        <button
          key={`${name} ${value}`}
          type="button"
          className="token"
          aria-label={`Remove ${title}: ${label}`}
          onClick={() => onToggle(name, value)}
        >
          <span className="muted">{title}</span> {label} <span aria-hidden="true">×</span>
        </button>
      ))}
    </div>
  );
}
