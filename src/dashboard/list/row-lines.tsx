import { Fragment, memo } from 'react';
import { RecordLink } from '../component/record-link.js';
import { collections } from '../data/collection.js';
import type { ListParts, ListRow, RowProps } from './definition.js';
import { placeWords } from './place.js';
import { useRows } from './use-rows.js';

/** CSS pixels: `--phone-row-height` of token.css. */
const rowHeight = 56;

/** A list on a phone: two lines for each record. */
export function RowLines<Row extends ListRow>({ definition, pages, onRange }: ListParts<Row>) {
  const { body, indexes, padding, tabStop, onFocus } = useRows({
    pages,
    height: rowHeight,
    onRange,
  });
  const { collection, columns } = definition;
  return (
    <div className="lines" ref={body} style={padding} onFocus={onFocus}>
      <ul aria-label={collections[collection].title}>
        {indexes.map((index) => (
          <li
            key={index}
            className="lines__row"
            data-place={index}
            aria-posinset={index + 1}
            aria-setsize={pages.totalCount ?? -1}
          >
            <Line
              {...{ collection, columns, index }}
              place={pages.placeAt(index)}
              isTabStop={index === tabStop}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function LineOf<Row extends ListRow>({
  collection,
  columns,
  place,
  index,
  isTabStop,
}: RowProps<Row>) {
  if (place === 'unread')
    return (
      <>
        <Ghost />
        <Ghost />
      </>
    );
  if (typeof place === 'string') return <span className="muted">{placeWords[place]}</span>;
  const badge = columns.find(({ phone }) => phone === 'badge');
  const details = columns.filter(({ phone }) => phone === 'detail');
  return (
    <>
      <div className="lines__first">
        <RowLink collection={collection} row={place} index={index} isTabStop={isTabStop} />
        {(badge?.inLine ?? badge?.show)?.(place)}
      </div>
      <div className="small one-line muted">
        {details.map(({ title, show, inLine = show }, at) => (
          <Fragment key={title}>
            {at > 0 && ' · '}
            {inLine(place)}
          </Fragment>
        ))}
      </div>
    </>
  );
}

// `memo` forgets that the component is generic.
const Line = memo(LineOf) as typeof LineOf;

interface RowLinkProps extends Pick<RowProps<ListRow>, 'collection' | 'index' | 'isTabStop'> {
  readonly row: ListRow;
}

/**
 * The name of a record. Its link covers the whole row. Tab stops at one row of a list; the keys go
 * on from there.
 */
export const RowLink = ({ collection, row: { id, name }, index, isTabStop }: RowLinkProps) => (
  <RecordLink
    className="row-link one-line"
    {...{ collection, id, name }}
    data-row={index}
    tabIndex={isTabStop ? 0 : -1}
    title={name}
  />
);

/** In the place of a text that is not read yet. */
export const Ghost = () => <span className="ghost shimmer" />;
