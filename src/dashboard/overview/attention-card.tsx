import type { ReactNode } from 'react';
import { formatNumber } from '../component/format.js';
import { AgoTime } from '../component/time.js';
import { recordHref } from '../route/path.js';
import type { AttentionGroup } from './attention.js';

interface CardProps {
  readonly title: string;
  readonly tone: AttentionGroup['tone'];
  /** Undefined where it is not known. */
  readonly count?: number;
  /** The list of all of them. */
  readonly href?: string;
  readonly children: ReactNode;
}

/** The frame of one thing that needs attention. */
export function Card({ title, tone, count, href, children }: CardProps) {
  return (
    <section className={`concern concern--${tone}`} aria-label={title}>
      <h3 className="concern__head">
        <span className="concern__title">{title}</span>
        {count !== undefined && <span className="concern__count">{formatNumber(count)}</span>}
        {href !== undefined && (
          <a className="concern__all" href={href} aria-label={`${title}: show all`}>
            Show all
          </a>
        )}
      </h3>
      {children}
    </section>
  );
}

/** The first records of a group. */
export function AttentionCard({ group }: { readonly group: AttentionGroup }) {
  const { title, tone, count, href, collection, records } = group;
  return (
    <Card title={title} tone={tone} count={count} href={href}>
      <ul className="concern__rows concern__rows--first">
        {records.map(({ id, name, updatedAt }) => (
          <li key={id}>
            <a href={recordHref(collection, id)}>{name}</a>
            <AgoTime at={updatedAt} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
