import { type Scope, useCanRead } from '../data/scope.js';
import { type Path, useErrorAt } from '../error/error-at.js';
import { InlineError } from '../error/error-notice.js';
import { ScopeNote } from './scope-note.js';

interface MissingPartProps {
  /** The missing part as the begin of a sentence, such as `What this screen plays`. */
  readonly what: string;
  readonly scope: Scope;
  /** Where it would be in the result. */
  readonly path: Path;
}

/** Says at its place what is missing and why; the frame of the view says a failure in full. */
export function MissingPart({ what, scope, path }: MissingPartProps) {
  const canRead = useCanRead(scope);
  const error = useErrorAt(path);
  if (!canRead || error?.code === 'FORBIDDEN') return <ScopeNote scope={scope} what={`${what} needs`} />;
  return (
    <p className="muted">
      {what}: <InlineError error={error} />
    </p>
  );
}
