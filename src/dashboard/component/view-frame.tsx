import { type ReactNode, useEffect, useState } from 'react';
import { type Collection, collections, listHref } from '../data/collection.js';
import { organizationName } from '../data/session.js';
import { type Reading, useView } from '../data/use-view.js';
import type { Scope } from '../data/view-store.js';
import { isMissing, lacksScope, type ReadError, wordsOf } from '../error/read-error.js';
import { formatName } from './format.js';
import { ErrorNotices } from './notice.js';

interface ViewFrameProps {
  readonly title: string;
  /** A short line beside the title. */
  readonly summary?: ReactNode;
  /** A link to the list that this view belongs to. */
  readonly back?: { readonly href: string; readonly label: string };
  /** What it shows of its operations; a view without any has none. */
  readonly reading?: Reading;
  /** A scope that the credential lacks, and without which nothing is read. */
  readonly lacks?: Scope | undefined;
  readonly children: ReactNode;
}

const nothingRead: Reading = { errors: [], isBusy: false, refresh: () => undefined };

/**
 * The frame of every view: a focusable heading, the errors that no part of it says itself, and the
 * loading state.
 */
export function ViewFrame(props: ViewFrameProps) {
  const { title, reading = nothingRead, lacks, children } = props;
  const { isBusy, refresh } = reading;
  const errors = lacks
    ? [lacksScope(lacks)]
    : reading.errors.filter((error) => !isMarkedInPlace(error));
  useTitle(title);
  return (
    <>
      <ViewHead {...props} />
      <ViewStatus title={title} failure={errors[0]} isBusy={isBusy} />
      <ErrorNotices errors={errors} refresh={refresh} />
      <div className="view__body" aria-busy={isBusy}>
        {children}
      </div>
    </>
  );
}

const ViewHead = ({ title, summary, back }: ViewFrameProps) => (
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

interface ViewStatusProps {
  readonly title: string;
  readonly failure: ReadError | undefined;
  readonly isBusy: boolean;
}

/** What a screen reader announces: failures in full, successes in a word. */
function ViewStatus({ title, failure, isBusy }: ViewStatusProps) {
  const [text, setText] = useState('');
  const next = failure
    ? `${title}: ${wordsOf(failure).title}.`
    : isBusy
      ? undefined
      : `${title} loaded.`;
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

/** A deleted file is marked where it was, and a refused part says itself which scope it needs. */
const isMarkedInPlace = ({ code, path, requiredScope }: ReadError): boolean =>
  (code === 'NOT_FOUND' && path.length > 1) ||
  (code === 'FORBIDDEN' && requiredScope !== undefined);

/** Names the browser's tab, history and bookmarks: the view first, because tabs are narrow. */
function useTitle(title: string): void {
  // The header reads it.
  const { data } = useView(organizationName, {}, { pause: true });
  const place = data?.organization?.name ?? 'Signage dashboard';
  useEffect(() => {
    document.title = `${title} · ${place}`;
  }, [title, place]);
}

interface RecordFrameProps extends Pick<ViewFrameProps, 'summary' | 'lacks' | 'children'> {
  readonly collection: Collection;
  readonly id: string;
  /** The root fields that read it. */
  readonly fields: readonly string[];
  /** Undefined until something of it is known. */
  readonly name: string | undefined;
  readonly reading: Reading;
}

/** The frame of a record, with a link to its list; says so where there is no such record. */
export function RecordFrame(props: RecordFrameProps) {
  const { collection, id, fields, name, summary, reading, lacks, children } = props;
  const { title, noun } = collections[collection];
  const back = { href: listHref(collection), label: title };
  if (fields.some((field) => isMissing(reading.errors, field)))
    return (
      <ViewFrame title={`No such ${noun}`} back={back}>
        <p className="missing-record">
          This organization has no {noun} with the id <code>{id}</code>.
        </p>
      </ViewFrame>
    );
  return (
    <ViewFrame
      title={
        name === undefined ? noun.charAt(0).toUpperCase() + noun.slice(1) : formatName(name, id)
      }
      summary={name === undefined ? <code>{id}</code> : summary}
      {...{ back, reading, lacks, children }}
    />
  );
}
