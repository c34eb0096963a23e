import '../style/developer.css';

interface DeveloperButtonProps {
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** Opens what the page asks the façade. */
export function DeveloperButton({ isOpen, toggle }: DeveloperButtonProps) {
  return (
    <button
      type="button"
      className="button button--quiet developer"
      aria-label="Developer"
      aria-expanded={isOpen}
      title="Developer: queries, cost and trace (d)"
      onClick={toggle}
    >
      <span aria-hidden="true">{'{ }'}</span>
    </button>
  );
}
