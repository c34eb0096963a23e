import { Fragment, memo } from 'react';
import type { Column } from './column.js';
import type { ListRow, RowsProps } from './definition.js';
import { type Place, placeWords } from './place.js';
import { RowLink } from './row-link.js';
import { useTabStop } from './use-tab-stop.js';
import { useVirtualRows } from './use-virtual-rows.js';

/** CSS pixels: `--phone-row-height` of token.css. */
const rowHeight = 56;

/** A list on a phone: two lines for each record. */
export function RowLines<Row extends ListRow>(props: RowsProps<Row>) {
  const { definition, count, isCountKnown, placeAt } = props;
  const { body, indexes, firstVisible, before, after } = useVirtualRows({ ...props, height: rowHeight });
  const [tabStop, onFocus] = useTabStop(indexes, firstVisible);
  return (
    <div className="lines" ref={body} style={{ paddingTop: before, paddingBottom: after }} onFocus={onFocus}>
      <ul aria-label={definition.title}>
        {indexes.map((index) => (
          <li
            key={index}
            className="lines__row"
            data-place={index}
            aria-posinset={index + 1}
            aria-setsize={isCountKnown ? count : -1}
          >
            <Line
              collection={definition.collection}
              columns={definition.columns}
              place={placeAt(index)}
              index={index}
              isTabStop={index === tabStop}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LineProps<Row extends ListRow> {
  readonly collection: RowsProps<Row>['definition']['collection'];
  readonly columns: readonly Column<Row>[];
  readonly place: Place<Row>;
  readonly index: number;
  readonly isTabStop: boolean;
}

function LineOf<Row extends ListRow>({ collection, columns, place, index, isTabStop }: LineProps<Row>) {
  if (place === 'unread')
    return (
      <>
        <span className="ghost shimmer" />
        <span className="ghost shimmer" />
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
      <div className="lines__second muted">
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
