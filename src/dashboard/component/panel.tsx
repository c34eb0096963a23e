import { type ReactNode, useId } from 'react';
import { CopyId } from './copy-id.js';
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
    <section
      className={className === undefined ? 'panel' : `panel ${className}`}
      aria-labelledby={id}
    >
      <div className="panel__head">
        <h2 id={id}>{title}</h2>
        {note}
      </div>
      {children}
    </section>
  );
}

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
