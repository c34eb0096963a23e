import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useView } from '../data/use-view.js';
import { type ReadError, reasonOf } from '../error/read-error.js';
import { wordsOf } from '../error/sentence.js';
import { organizationName } from '../data/organization.js';
import { ErrorsContext, SaidContext } from './missing.js';
import { ErrorNotices } from './notice.js';

interface ViewFrameProps {
  readonly title: string;
  /** A short line beside the title. */
  readonly summary?: ReactNode;
  /** A link to the list that this view belongs to. */
  readonly back?: { readonly href: string; readonly label: string };
  /** Buttons and links at the end of the heading's line. */
  readonly actions?: ReactNode;
  readonly errors: readonly ReadError[];
  readonly retry: () => void;
  readonly isBusy: boolean;
  readonly children: ReactNode;
}

/** The frame of every view: a focusable heading, the errors that no part of it says itself, and the loading state. */
export function ViewFrame(props: ViewFrameProps) {
  const { title, errors, retry, isBusy, children } = props;
  const { said, say } = useSaidReasons();
  useTitle(title);
  return (
    <ErrorsContext value={errors}>
      <SaidContext value={say}>
        <ViewHead {...props} />
        <ViewStatus title={title} errors={errors} isBusy={isBusy} />
        <ErrorNotices
          errors={errors.filter((error) => !isMarkedInPlace(error) && !said.includes(reasonOf(error)))}
          retry={retry}
        />
        <div className="view__body" aria-busy={isBusy}>
          {children}
        </div>
      </SaidContext>
    </ErrorsContext>
  );
}

function ViewHead({ title, summary, back, actions }: ViewFrameProps) {
  return (
    <header className="view__head">
      {back && (
        <a className="view__back" href={back.href}>
          <span aria-hidden="true">← </span>
          {back.label}
        </a>
      )}
      <h1 tabIndex={-1}>{title}</h1>
      {summary && <div className="view__summary">{summary}</div>}
      {actions && <div className="view__actions">{actions}</div>}
    </header>
  );
}

/** What a screen reader announces: failures in full, successes in a word. */
function ViewStatus({ title, errors, isBusy }: Pick<ViewFrameProps, 'title' | 'errors' | 'isBusy'>) {
  const failure = errors.find((error) => !isMarkedInPlace(error));
  const [text, setText] = useState('');
  const next = failure ? `${title}: ${wordsOf(failure).title}.` : isBusy ? undefined : `${title} loaded.`;
  // A refresh in the background is not announced; its outcome is, if it differs.
  useEffect(() => {
    if (next !== undefined) setText(next);
  }, [next]);
  return (
    <p className="unseen" role="status">
      {text}
    </p>
  );
}

/** A deleted file is marked where it was. */
const isMarkedInPlace = ({ code, path }: ReadError): boolean => code === 'NOT_FOUND' && path.length > 1;

/** The reasons that parts of the view say in full. */
function useSaidReasons() {
  const [said, setSaid] = useState<readonly string[]>([]);
  const say = useCallback((reason: string) => {
    setSaid((before) => [...before, reason]);
    return () => setSaid((before) => before.toSpliced(before.indexOf(reason), 1));
  }, []);
  return { said, say };
}

/** Names the browser's tab, history and bookmarks: the view first, because tabs are narrow. */
function useTitle(title: string): void {
  // The header reads it.
  const { data } = useView(organizationName, {}, { pause: true });
  const place = data?.organization?.name ?? 'Signage dashboard';
  useEffect(() => {
    document.title = `${title} · ${place}`;
  }, [title, place]);
}

interface MissingRecordProps {
  /** The noun, such as `screen`. */
  readonly what: string;
  readonly id: string;
  /** The list that has those that exist. */
  readonly list: { readonly href: string; readonly label: string };
}

/** The page of a record that does not exist; `isMissing` of read-error.ts tells. */
export function MissingRecord({ what, id, list }: MissingRecordProps) {
  return (
    <ViewFrame title={`No such ${what}`} back={list} errors={[]} retry={() => undefined} isBusy={false}>
      <p className="missing-record">
        This organization has no {what} with the id <code>{id}</code>.
      </p>
    </ViewFrame>
  );
}
