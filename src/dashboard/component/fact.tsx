import type { ReactNode } from 'react';

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
