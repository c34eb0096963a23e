import { formatNumber } from '../component/format.js';
import type { Facet } from './facet.js';

export interface FilterProps {
  readonly facet: Facet;
  readonly chosen: readonly string[];
  /** Chooses a value, or no longer. */
  readonly onToggle: (value: string) => void;
}

/** A filter of few values, one click each: `Offline 25`. */
export function QuickFilter({ facet: { title, options }, chosen, onToggle }: FilterProps) {
  return (
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
}
