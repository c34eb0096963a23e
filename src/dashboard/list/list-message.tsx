interface EmptyListProps {
  readonly noun: string;
  /** Shows everything again; absent where nothing narrows the list. */
  readonly onClear?: () => void;
}

/** A list without rows. */
export function EmptyList({ noun, onClear }: EmptyListProps) {
  if (onClear === undefined)
    return (
      <div className="list-message">
        <h2>No {noun}s yet</h2>
        <p className="muted">What is added in the CMS appears here.</p>
      </div>
    );
  return (
    <div className="list-message">
      <h2>No {noun} matches</h2>
      <p className="muted">Nothing has all of what is searched and filtered for.</p>
      <button type="button" className="button" onClick={onClear}>
        Clear filters
      </button>
    </div>
  );
}

interface TooLongProps {
  readonly noun: string;
  readonly onClear: () => void;
}

/** A filter or an order reads the whole list, and this one is longer than one operation may read. */
export function TooLong({ noun, onClear }: TooLongProps) {
  return (
    <div className="list-message" role="alert">
      <h2>Too many {noun}s to search, filter or sort</h2>
      <p className="muted">
        It takes the whole list, which has more pages than one operation may read. In its own order the list
        works, and the operator of the façade can raise the limit.
      </p>
      <button type="button" className="button" onClick={onClear}>
        Show the list in its own order
      </button>
      <p className="muted small">
        <code>UPSTREAM_BUDGET_EXCEEDED</code> · <code>MAX_UPSTREAM_REQUESTS</code>
      </p>
    </div>
  );
}
