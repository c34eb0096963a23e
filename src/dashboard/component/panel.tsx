import { type ReactNode, useEffect, useId, useState } from 'react';
import { Moment } from './time.js';

interface PanelProps {
  readonly title: string;
  /** At the other end of the title's line. */
  readonly note?: ReactNode;
  /** A class of the view's own. */
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a page on a ground of its own, with its title. */
export function Panel({ title, note, className, children }: PanelProps) {
  const id = useId();
  return (
    <section className={className === undefined ? 'panel' : `panel ${className}`} aria-labelledby={id}>
      <div className="panel__head">
        <h2 id={id}>{title}</h2>
        {note}
      </div>
      {children}
    </section>
  );
}

interface SkeletonProps {
  /** `rows` for lines of text, `block` for a picture. */
  readonly shape: 'rows' | 'block';
  /** CSS length. */
  readonly height: string;
}

/** Stands where something will be that is not known yet. */
export const Skeleton = ({ shape, height }: SkeletonProps) => (
  <div className={`skeleton skeleton--${shape} shimmer`} style={{ height }} aria-hidden="true" />
);

interface FactProps {
  readonly term: string;
  /** Empty where it is not known. */
  readonly children: ReactNode;
}

/** A term and its value, in a list of the class `facts`. */
export const Fact = ({ term, children }: FactProps) => (
  <div className="facts__fact">
    <dt>{term}</dt>
    <dd>{children ?? <span className="muted">Not known</span>}</dd>
  </div>
);

interface RecordFactsProps {
  readonly id: string;
  /** Undefined where the record itself could not be read. */
  readonly record: { readonly createdAt: string; readonly updatedAt: string } | undefined;
}

/** What every record has. */
export const RecordFacts = ({ id, record }: RecordFactsProps) => (
  <>
    {record && (
      <>
        <Fact term="Updated">
          <Moment at={record.updatedAt} />
        </Fact>
        <Fact term="Created">
          <Moment at={record.createdAt} />
        </Fact>
      </>
    )}
    <Fact term="Id">
      <CopyId id={id} />
    </Fact>
  </>
);

interface CopyIdProps {
  readonly id: string;
  /** What it names, where the place alone does not say so. */
  readonly what?: string;
}

/** Milliseconds for which the button says what has happened. */
const reportMs = 2000;

/** An id in full, and a button that puts it on the clipboard and says so, to screen readers too. */
export function CopyId({ id, what = 'id' }: CopyIdProps) {
  const [report, setReport] = useState('');
  useEffect(() => {
    if (report === '') return undefined;
    const timer = setTimeout(() => setReport(''), reportMs);
    return () => clearTimeout(timer);
  }, [report]);
  const onClick = (): void => {
    void navigator.clipboard.writeText(id).then(
      () => setReport('Copied'),
      () => setReport('Not copied'),
    );
  };
  return (
    <span className="copy-id">
      <code>{id}</code>
      {/* Browsers have no clipboard for pages that are served without TLS. */}
      {isSecureContext && (
        <span className="copy">
          <button type="button" className="copy__button" onClick={onClick}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={report === 'Copied' ? 'M3 8.500l3.200 3.200L13 5' : 'M6 5h7v8H6zM3 10V3h7'} />
            </svg>
            Copy {what}
          </button>
          <span className="copy__report" role="status">
            {report}
          </span>
        </span>
      )}
    </span>
  );
}
