import { useState } from 'react';
import { formatNumber } from '../component/format.js';
import type { FacetOption } from './facet.js';
import { Menu } from './menu.js';
import type { FilterProps } from './quick-filter.js';

/** Options from which a menu has a search of its own. */
const searchFrom = 10;

/** A filter of many values. */
export function FacetMenu({ facet: { title, options }, chosen, onToggle }: FilterProps) {
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
              <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
              <span className="menu__label">
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

const hasText = ({ label, note = '' }: FacetOption, text: string): boolean =>
  `${label} ${note}`.toLowerCase().includes(text.trim().toLowerCase());
