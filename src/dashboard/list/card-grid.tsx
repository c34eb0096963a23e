import { type CSSProperties, useCallback } from 'react';
import { CardRow } from './card-row.js';
import type { ListRow, RowsProps } from './definition.js';
import type { Range } from './settle.js';
import { useTabStop } from './use-tab-stop.js';
import { useVirtualRows } from './use-virtual-rows.js';

/** CSS pixels between cards: `.cards` in list.css. */
const gap = 12;

interface CardGridProps<Row extends ListRow> extends RowsProps<Row> {
  /** CSS pixels. */
  readonly width: number;
  /** The places where the list rests: pictures are read for them alone. */
  readonly range: Range;
}

/** Cards of any number, as many side by side as there is room for. */
export function CardGrid<Row extends ListRow>(props: CardGridProps<Row>) {
  const { definition, count, isCountKnown, placeAt, onRange, range, width } = props;
  const { height, minWidth } = definition.card;
  const columns = columnsIn(width, minWidth);
  const { body, indexes, firstVisible, before, after } = useVirtualRows({
    count: Math.ceil(count / columns),
    height: height + gap,
    overscan: 1,
    onRange: useCallback(
      (from: number, to: number) => onRange(from * columns, Math.min(count, (to + 1) * columns) - 1),
      [onRange, columns, count],
    ),
  });
  const places = indexes.flatMap((row) => [row * columns, row * columns + columns - 1]);
  const [tabStop, onFocus] = useTabStop(places, firstVisible * columns);
  return (
    <div onFocus={onFocus}>
      <div ref={body} style={{ ...sizes(columns, height), paddingTop: before, paddingBottom: after }}>
        <ul className="cards" aria-label={definition.title} data-columns={columns}>
          {indexes.map((row) => (
            <CardRow
              key={row}
              definition={definition}
              first={row * columns}
              end={Math.min(count, (row + 1) * columns)}
              placeAt={placeAt}
              setSize={isCountKnown ? count : -1}
              tabStop={Math.floor(tabStop / columns) === row ? tabStop : -1}
              isNear={row * columns <= range.to && (row + 1) * columns > range.from}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Custom properties, which the type does not know. */
const sizes = (columns: number, height: number): CSSProperties =>
  ({ '--columns': columns, '--card-height': `${height}px` }) as CSSProperties;

/** How many cards of at least `minWidth` fit side by side. */
const columnsIn = (width: number, minWidth: number): number =>
  Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
