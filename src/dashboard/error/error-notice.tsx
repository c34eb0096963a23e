import { CopyId } from '../component/copy-id.js';
import { useNow } from '../component/clock.js';
import { formatTime } from '../component/format.js';
import { Notice } from '../component/notice.js';
import { useFreshnessSign } from '../data/freshness-context.js';
import { leftOf } from '../data/freshness-sign.js';
import { type ErrorGroup, groupErrors, type ReadError, reasonOf } from './read-error.js';
import { mayRetry, wordsOf } from './sentence.js';

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
        <ErrorNotice key={reasonOf(group.first)} group={group} retry={retry} />
      ))}
    </div>
  );
}

function ErrorNotice({ group, retry }: { readonly group: ErrorGroup; readonly retry: () => void }) {
  const { first } = group;
  const { title, text } = wordsOf(first);
  const { asOf } = useFreshnessSign();
  const tone = first.code === 'FORBIDDEN' ? 'calm' : first.code === 'RATE_LIMITED' ? 'wait' : 'bad';
  return (
    <Notice tone={tone} title={title} actions={mayRetry(first) && <RetryButton retry={retry} />}>
      <p>
        {text}
        {mayRetry(first) && asOf !== undefined && ` Not updated since ${formatTime(asOf)}.`}
      </p>
      <SmallPrint group={group} />
    </Notice>
  );
}

/** Counts down while the quota is spent. */
function RetryButton({ retry }: { readonly retry: () => void }) {
  const left = leftOf(useFreshnessSign(), useNow());
  return (
    <button type="button" className="button" disabled={left > 0} onClick={retry}>
      {left > 0 ? `Continues in ${left} s` : 'Try again'}
    </button>
  );
}

/** The code, where it came from, and the id to look it up by. */
function SmallPrint({ group: { first, count } }: { readonly group: ErrorGroup }) {
  const { code, operation, requestId } = first;
  return (
    <p className="notice__print">
      <code>{code}</code>
      {operation !== undefined && <code>{operation}</code>}
      {count > 1 && <span>{count} places</span>}
      {requestId !== undefined && <CopyId what="request id" id={requestId} />}
    </p>
  );
}

/** Marks the place of a missing value; the notice of the view says the reason in full. */
export function InlineError({ error }: { readonly error: ReadError | undefined }) {
  if (error === undefined) return <span className="mark">Not known</span>;
  const { title, mark } = wordsOf(error);
  return (
    <span className={`mark${error.code === 'FORBIDDEN' ? '' : ' mark--bad'}`} title={title}>
      {mark}
    </span>
  );
}
