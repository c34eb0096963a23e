import type { ReactNode } from 'react';
import { CopyId } from './copy.js';
import { Moment } from './time.js';

/** Terms and their values. */
export const Facts = ({ children }: { readonly children: ReactNode }) => (
  <dl className="facts">{children}</dl>
);

interface FactProps {
  readonly term: string;
  /** Empty where it is not known. */
  readonly children: ReactNode;
}

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
