import type { Scope } from '../data/scope.js';
import { useSaid } from '../error/error-at.js';
import { reasonOf } from '../error/read-error.js';

interface ScopeNoteProps {
  readonly scope: Scope;
  /** What lacks it, with its verb, where the place alone does not say so. */
  readonly what?: string;
}

/** Stands where something would be that the credential cannot read; the frame of the view then does not say it again. */
export function ScopeNote({ scope, what = 'This needs' }: ScopeNoteProps) {
  useSaid(reasonOf({ code: 'FORBIDDEN', requiredScope: scope }));
  return (
    <p className="scope-note muted">
      {what} the scope <code>{scope}</code>, which the credential lacks.
    </p>
  );
}
