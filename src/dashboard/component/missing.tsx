import { createContext, use, useLayoutEffect } from 'react';
import { type Scope, useCanRead } from '../data/scope.js';
import { errorAt, type ReadError, reasonOf } from '../error/read-error.js';
import { wordsOf } from '../error/sentence.js';
import { InlineError } from './notice.js';

/** The errors of the result that a view shows. */
export const ErrorsContext = createContext<readonly ReadError[]>([]);

/** The error that explains why the field at a path is null, if there is one. */
const useErrorAt = (path: ReadError['path']): ReadError | undefined => errorAt(use(ErrorsContext), path);

/** Tells the frame of the view which reason is said in full elsewhere; it returns how to take that back. */
export const SaidContext = createContext<(reason: string) => () => void>(() => () => undefined);

/** Keeps the frame of the view from saying a reason that a part of the view says. @param reason see `reasonOf` */
function useSaid(reason: string): void {
  const say = use(SaidContext);
  // Before the frame is painted.
  useLayoutEffect(() => say(reason), [say, reason]);
}

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

interface MissingPartProps {
  /** The missing part as the begin of a sentence, such as `What this screen plays`. */
  readonly what: string;
  readonly scope: Scope;
  /** Where it would be in the result. */
  readonly path: ReadError['path'];
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
