import type { ReadError } from '../error/read-error.js';
import { wordsOf } from '../error/sentence.js';

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
