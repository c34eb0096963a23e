import { type CSSProperties, memo, type ReactNode } from 'react';
import { collections } from '../data/collection.js';
import type { ListParts, ListRow } from './definition.js';
import { type Place, placeWords } from './place.js';
import { Ghost, RowLink } from './row-lines.js';
import { useRows } from './use-rows.js';

/** CSS pixels between cards: `.cards` in list.css. */
const gap = 12;

/** Cards of any number, as many side by side as there is room for. */
export function CardGrid<Row extends ListRow>({
  definition,
  pages,
  range,
  onRange,
  width,
}: ListParts<Row>) {
  const { height, minWidth } = definition.card;
  const columns = Math.max(1, Math.floor((width + gap) / (minWidth + gap)));
  const rows = useRows({ pages, columns, height: height + gap, overscan: 1, onRange });
  const { body, count, indexes, padding, tabStop, onFocus } = rows;
  // Custom properties, which the type does not know.
  const sizes = { '--columns': columns, '--card-height': `${height}px` } as CSSProperties;
  return (
    <div onFocus={onFocus}>
      <div ref={body} style={{ ...sizes, ...padding }}>
        <ul
          className="cards"
          aria-label={collections[definition.collection].title}
          data-columns={columns}
        >
          {indexes.map((line) => (
            <CardLine
              key={line}
              {...{ definition, pages }}
              first={line * columns}
              end={Math.min(count, (line + 1) * columns)}
              tabStop={Math.floor(tabStop / columns) === line ? tabStop : -1}
              isNear={line * columns <= range.to && (line + 1) * columns > range.from}
            />
          ))}
        </ul>
      </div>
    </div>
  );
}

interface CardLineProps<Row extends ListRow> extends Pick<ListParts<Row>, 'definition' | 'pages'> {
  /** Index of the first card. */
  readonly first: number;
  /** Index after the last one. */
  readonly end: number;
  /** Index of the card that Tab reaches; -1 if it is in another line. */
  readonly tabStop: number;
  /** Whether the list rests here. */
  readonly isNear: boolean;
}

function CardLineOf<Row extends ListRow>(props: CardLineProps<Row>): ReactNode {
  const { definition, pages, first, end, tabStop, isNear } = props;
  const places = Array.from({ length: end - first }, (_none, at) => pages.placeAt(first + at));
  const { usePictures, facts } = definition.card;
  const read = places.filter((place) => typeof place === 'object');
  const pictureOf = usePictures(read, !isNear);
  return places.map((place, at) => (
    <li
      key={first + at}
      className="list-card"
      data-place={first + at}
      aria-posinset={first + at + 1}
      aria-setsize={pages.totalCount ?? -1}
    >
      {typeof place === 'string' ? (
        <NoCard place={place} />
      ) : (
        <>
          <div className="list-card__picture">{pictureOf(place)}</div>
          <div className="list-card__body">
            <RowLink
              collection={definition.collection}
              row={place}
              index={first + at}
              isTabStop={first + at === tabStop}
            />
            {facts(place)}
          </div>
        </>
      )}
    </li>
  ));
}

/** Cards side by side. One operation reads what their pictures need. */
// `memo` forgets that the component is generic.
const CardLine = memo(CardLineOf) as typeof CardLineOf;

const NoCard = ({ place }: { readonly place: Place<never> }) =>
  place === 'unread' ? (
    <>
      <div className="list-card__picture" />
      <div className="list-card__body">
        <Ghost />
        <Ghost />
      </div>
    </>
  ) : (
    <p className="list-card__body muted">{placeWords[place]}</p>
  );
