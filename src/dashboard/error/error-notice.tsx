import { useEffect, useState } from 'react';
import { type ErrorGroup, groupErrors, type ReadError } from './read-error.js';
import { mayRetry, sentenceOf } from './sentence.js';

interface ErrorNoticesProps {
  readonly errors: readonly ReadError[];
  readonly retry: () => void;
}

/** The errors of a view, one notice for each reason. */
export function ErrorNotices({ errors, retry }: ErrorNoticesProps) {
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

interface ErrorNoticeProps {
  readonly group: ErrorGroup;
  readonly retry: () => void;
}

function ErrorNotice({ group, retry }: ErrorNoticeProps) {
  const { first, retryAfterSeconds } = group;
  return (
    <section className={`notice ${first.code === 'FORBIDDEN' ? 'notice--scope' : 'notice--bad'}`}>
      <NoticeText group={group} />
      {mayRetry(first) && <RetryButton afterSeconds={retryAfterSeconds} retry={retry} />}
    </section>
  );
}

/** The alert excludes the retry button: a screen reader would read its countdown every second. */
function NoticeText({ group: { first, count } }: Pick<ErrorNoticeProps, 'group'>) {
  return (
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
  );
}

interface RetryButtonProps {
  readonly afterSeconds: number | undefined;
  readonly retry: () => void;
}

function RetryButton({ afterSeconds, retry }: RetryButtonProps) {
  const left = useCountdown(afterSeconds);
  return (
    <button type="button" className="button" disabled={left > 0} onClick={retry}>
      {left > 0 ? `Try again in ${left} s` : 'Try again'}
    </button>
  );
}

/** The whole seconds left of a wait; 0 without one. */
function useCountdown(seconds: number | undefined): number {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    const startedAt = performance.now();
    setNow(startedAt);
    setEnd(startedAt + (seconds ?? 0) * 1000);
    if (seconds === undefined) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return Math.max(0, Math.ceil((end - now) / 1000));
}

/** A short reason in place of the missing value. */
export function InlineError({ error }: { readonly error: ReadError | undefined }) {
  if (error === undefined) return <span className="muted">unknown reason</span>;
  return (
    <span className="inline-error">
      <code className="code">{error.code}</code>
      {error.requiredScope !== undefined && <code className="code code--scope">{error.requiredScope}</code>}
    </span>
  );
}
