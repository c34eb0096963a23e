import type { ReactNode } from 'react';
import { leftOf } from '../data/freshness-sign.js';
import { type Reading, useCanRead, useFreshnessSign } from '../data/use-view.js';
import type { Scope } from '../data/view-store.js';
import { mayRetry, type ReadError, wordsOf } from '../error/read-error.js';
import { formatTime } from './format.js';
import { CopyId } from './copy-id.js';
import { useNow } from './time.js';

interface NoticeProps {
  /** `bad` for failures, `wait` for what passes by itself, `calm` for what is simply so. */
  readonly tone: 'bad' | 'wait' | 'calm';
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons and links. */
  readonly actions?: ReactNode;
}

/** A message in its place: a title, a sentence, and what can be done. */
export const Notice = ({ tone, title, children, actions }: NoticeProps) => (
  <section className={`notice notice--${tone}`}>
    <svg viewBox="0 0 20 20" aria-hidden="true" className="notice__sign">
      <path d={signs[tone]} />
    </svg>
    <div className="notice__text">
      <p className="notice__title">{title}</p>
      {children}
    </div>
    {actions && <div className="notice__actions">{actions}</div>}
  </section>
);

/** A shape for each tone, because colour alone must not carry the meaning. */
const signs: Readonly<Record<NoticeProps['tone'], string>> = {
  bad: 'M10 3L18 17H2ZM10 8.500v4M10 14.800v.2',
  wait: 'M10 2.500a7.500 7.500 0 1 0 0 15a7.500 7.500 0 0 0 0-15ZM10 6v4.200l2.800 1.800',
  calm: 'M5.500 9h9v8h-9ZM7.500 9V6.500a2.500 2.500 0 0 1 5 0V9',
};

/** The errors of a view, one notice for each reason. */
export function ErrorNotices({ errors, refresh }: Pick<Reading, 'errors' | 'refresh'>) {
  if (errors.length === 0) return null;
  return (
    <div className="notices">
      {[...groupErrors(errors)].map(([reason, group]) => (
        <ErrorNotice key={reason} group={group} retry={refresh} />
      ))}
    </div>
  );
}

/** Errors of one reason. */
interface ErrorGroup {
  readonly first: ReadError;
  /** The number of fields that it affects. */
  readonly count: number;
}

/** Groups errors by code and scope, because the visitor reads the same notice for them. */
function groupErrors(errors: readonly ReadError[]): ReadonlyMap<string, ErrorGroup> {
  const groups = new Map<string, ErrorGroup>();
  for (const error of errors) {
    const reason = `${error.code} ${error.requiredScope ?? ''}`;
    const { first, count } = groups.get(reason) ?? { first: error, count: 0 };
    groups.set(reason, { first, count: count + 1 });
  }
  return groups;
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

interface ScopeNoteProps {
  readonly scope: Scope;
  /** What lacks it, with its verb, where the place alone does not say so. */
  readonly what?: string;
}

/**
 * Stands where something would be that the credential cannot read; the frame of the view does not
 * say it again.
 */
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
  if (!canRead || error?.code === 'FORBIDDEN')
    return <ScopeNote scope={scope} what={`${what} needs`} />;
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
