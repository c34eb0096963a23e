import type { Scope } from '../data/scope.js';
import { useCanRead } from '../data/use-view.js';
import type { ReadError } from '../error/read-error.js';
import { wordsOf } from '../error/sentence.js';
import { InlineError } from './notice.js';

interface ScopeNoteProps {
  readonly scope: Scope;
  /** What lacks it, with its verb, where the place alone does not say so. */
  readonly what?: string;
}

/** Stands where something would be that the credential cannot read; the frame of the view does not say it again. */
export const ScopeNote = ({ scope, what = 'This needs' }: ScopeNoteProps) => (
  <p className="scope-note muted">
    {what} the scope <code>{scope}</code>, which the credential lacks.
  </p>
);

interface MissingPartProps {
  /** The missing part as the begin of a sentence, such as `What this screen plays`. */
  readonly what: string;
  readonly scope: Scope;
  /** Why it is missing, if that is known. */
  readonly error: ReadError | undefined;
}

/** Says at its place what is missing and why; the frame of the view says a failure in full. */
export function MissingPart({ what, scope, error }: MissingPartProps) {
  const canRead = useCanRead(scope);
  if (!canRead || error?.code === 'FORBIDDEN') return <ScopeNote scope={scope} what={`${what} needs`} />;
  return (
    <p className="muted">
      {what}: <InlineError error={error} />
    </p>
  );
}

interface PartFailureProps {
  /** What could not be read, as the begin of a sentence. */
  readonly what: string;
  readonly error: ReadError | undefined;
}

/** Says in full why a part of the view could not be read that has an operation of its own. */
export const PartFailure = ({ what, error }: PartFailureProps) => (
  <p className="part-failure" role="alert">
    {what} could not be read. {error && wordsOf(error).text}{' '}
    {error && <code className="muted">{error.code}</code>}
  </p>
);
