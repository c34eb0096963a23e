import { recordHref } from '../route/path.js';
import type { ListRow, RowProps } from './definition.js';

interface RowLinkProps extends Pick<RowProps<ListRow>, 'collection' | 'index' | 'isTabStop'> {
  readonly row: ListRow;
}

/** The name of a record. Its link covers the whole row. Tab stops at one row of a list; the keys go on from there. */
export const RowLink = ({ collection, row, index, isTabStop }: RowLinkProps) => (
  <a
    className="row-link one-line"
    href={recordHref(collection, row.id)}
    data-row={index}
    tabIndex={isTabStop ? 0 : -1}
    title={row.name}
  >
    {row.name}
  </a>
);

/** In the place of a text that is not read yet. */
export const Ghost = () => <span className="ghost shimmer" />;
