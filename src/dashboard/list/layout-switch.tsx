import type { ListLayout } from './list-state.js';

interface LayoutSwitchProps {
  readonly layout: ListLayout;
  readonly onChange: (layout: ListLayout) => void;
}

const layouts = [
  { layout: 'table', label: 'Table', icon: 'M2 4h12M2 8h12M2 12h12' },
  { layout: 'cards', label: 'Cards', icon: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z' },
] as const;

/** Table or cards. */
export const LayoutSwitch = ({ layout: shown, onChange }: LayoutSwitchProps) => (
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
