import type { Facet } from './facet.js';
import type { ListState } from './list-state.js';

interface ActiveFiltersProps {
  readonly state: ListState;
  readonly facets: readonly Facet[];
  readonly onRemove: (name: string, value: string) => void;
}

/** What narrows the list now: to see, and to take away. Chips show themselves what is chosen. */
export function ActiveFilters({ state, facets, onRemove }: ActiveFiltersProps) {
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
          onClick={() => onRemove(name, value)}
        >
          <span className="muted">{title}</span> {label} <span aria-hidden="true">×</span>
        </button>
      ))}
    </div>
  );
}
