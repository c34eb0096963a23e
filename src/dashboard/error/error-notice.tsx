import { useEffect, useState } from 'react';
import { type ErrorGroup, groupErrors, type ReadError } from './read-error.js';
import { mayRetry, sentenceOf } from './sentence.js';

/** What could not be read and why, one entry for each reason. Nothing where there is no error. */
export function ErrorNotices({
  errors,
  retry,
}: {
  readonly errors: readonly ReadError[];
  readonly retry?: (() => void) | undefined;
}) {
  if (errors.length === 0) return null;
  return (
    <div className="notices">
      {groupErrors(errors).map((group) => (
        <ErrorNotice
          key={`${group.first.code} ${group.first.requiredScope ?? ''}`}
          group={group}
          retry={retry}
        />
      ))}
    </div>
  );
}

function ErrorNotice({
  group: { first, count, retryAfterSeconds },
  retry,
}: {
  readonly group: ErrorGroup;
  readonly retry: (() => void) | undefined;
}) {
  const left = useCountdown(retryAfterSeconds);
  return (
    <section className={`notice ${first.code === 'FORBIDDEN' ? 'notice--scope' : 'notice--bad'}`}>
      {/* Without the button: its countdown would be read out every second. */}
      <div className="notice__text" role="alert">
        <p className="notice__head">
          <code className="code">{first.code}</code>
          {first.requiredScope !== undefined && (
            <span>
              needs <code className="code code--scope">{first.requiredScope}</code>
            </span>
          )}
          {count > 1 && <span className="muted">{count} places</span>}
        </p>
        <p>{sentenceOf(first)}</p>
        <p className="notice__foot muted">
          {first.operation !== undefined && <span>{first.operation}</span>}
          {first.requestId !== undefined && (
            <span>
              Request <code>{first.requestId}</code>
            </span>
          )}
        </p>
      </div>
      {retry !== undefined && mayRetry(first) && (
        <button type="button" className="button" disabled={left > 0} onClick={retry}>
          {left > 0 ? `Try again in ${left} s` : 'Try again'}
        </button>
      )}
    </section>
  );
}

/** Whole seconds that are left of a wait; 0 without one. */
function useCountdown(seconds: number | undefined): number {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    const begin = performance.now();
    setNow(begin);
    setEnd(begin + (seconds ?? 0) * 1000);
    if (seconds === undefined) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return Math.max(0, Math.ceil((end - now) / 1000));
}

/** A reason in few words, at the place that it has left empty. */
export function InlineError({ error }: { readonly error: ReadError | undefined }) {
  if (error === undefined) return <span className="muted">not told</span>;
  return (
    <span className="inline-error">
      <code className="code">{error.code}</code>
      {error.requiredScope !== undefined && <code className="code code--scope">{error.requiredScope}</code>}
    </span>
  );
}
