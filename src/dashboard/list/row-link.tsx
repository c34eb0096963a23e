import { type Collection, recordHref } from '../route/path.js';
import type { ListRow } from './definition.js';

interface RowLinkProps {
  readonly collection: Collection;
  readonly row: ListRow;
  readonly index: number;
  /** Tab stops at one row of a list; the keys go on from there. */
  readonly isTabStop: boolean;
}

/** The name of a record. Its link covers the whole row. */
export const RowLink = ({ collection, row, index, isTabStop }: RowLinkProps) => (
  <a
    className="row-link"
    href={recordHref(collection, row.id)}
    data-row={index}
    tabIndex={isTabStop ? 0 : -1}
    title={row.name}
  >
    {row.name}
  </a>
);
