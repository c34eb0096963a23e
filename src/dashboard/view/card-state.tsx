import { InlineError } from '../error/error-notice.js';
import { type Path, useErrorAt } from '../error/error-at.js';

/** Placeholders in the shape of cards. */
export function Skeletons({ count }: { readonly count: number }) {
  return (
    <ul className="grid" aria-hidden="true">
      {Array.from({ length: count }, (_none, index) => (
        <li key={index} className="card skeleton">
          <div className="stage shimmer" />
          <div className="card__body">
            <span className="line shimmer" />
            <span className="line line--short shimmer" />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Replaces one record that could not be read. */
export function Missing({ what, path }: { readonly what: string; readonly path: Path }) {
  const error = useErrorAt(path);
  return (
    <div className="card card--missing">
      <p>This {what} could not be read.</p>
      <InlineError error={error} />
    </div>
  );
}
