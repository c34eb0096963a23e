import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Scope } from '../data/scope.js';
import { useView, type View } from '../data/use-view.js';
import { type Collection, collections } from '../data/collection.js';
import { isMissing, lacksScope, type ReadError, reasonOf } from '../error/read-error.js';
import { listHref } from '../route/path.js';
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

function ViewHead({ title, summary, back }: ViewFrameProps) {
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

interface RecordFrameProps {
  readonly collection: Collection;
  readonly id: string;
  /** The root fields that read it. */
  readonly fields: readonly string[];
  /** Undefined until something of it is known. */
  readonly name: string | undefined;
  /** A short line beside the name. */
  readonly summary: ReactNode;
  readonly reading: Pick<View<unknown>, 'errors' | 'isBusy' | 'refresh'>;
  /** A scope that the credential lacks, and without which nothing is read. */
  readonly lacks?: Scope | false;
  readonly children: ReactNode;
}

/** The frame of a record, with a link to its list; says so where there is no such record. */
export function RecordFrame(props: RecordFrameProps) {
  const { collection, id, fields, name, summary, reading, lacks = false, children } = props;
  const { errors, isBusy, refresh } = reading;
  const { title, noun } = collections[collection];
  const back = { href: listHref(collection), label: title };
  if (fields.some((field) => isMissing(errors, field)))
    return (
      <ViewFrame title={`No such ${noun}`} back={back} errors={[]} retry={refresh} isBusy={false}>
        <p className="missing-record">
          This organization has no {noun} with the id <code>{id}</code>.
        </p>
      </ViewFrame>
    );
  return (
    <ViewFrame
      title={name ?? noun.charAt(0).toUpperCase() + noun.slice(1)}
      summary={name === undefined ? <code>{id}</code> : summary}
      back={back}
      errors={lacks ? [lacksScope(lacks)] : errors}
      retry={refresh}
      isBusy={isBusy}
    >
      {children}
    </ViewFrame>
  );
}
