import { memo, type ReactNode } from 'react';
import type { ListDefinition, ListRow } from './definition.js';
import { isRow, type Place, placeWords } from './place.js';
import { RowLink } from './row-link.js';

interface CardRowProps<Row extends ListRow> {
  readonly definition: ListDefinition<Row>;
  /** Index of the first card. */
  readonly first: number;
  /** Index after the last one. */
  readonly end: number;
  readonly placeAt: (index: number) => Place<Row>;
  /** Number of all cards; -1 while it is not known. */
  readonly setSize: number;
  /** Index of the card that Tab reaches; -1 if it is in another row. */
  readonly tabStop: number;
  /** Whether the list rests here. */
  readonly isNear: boolean;
}

function CardRowOf<Row extends ListRow>(props: CardRowProps<Row>): ReactNode {
  const { definition, first, end, placeAt, setSize, tabStop, isNear } = props;
  const places = Array.from({ length: end - first }, (_none, at) => placeAt(first + at));
  const { usePictures, facts } = definition.card;
  const pictureOf = usePictures(places.filter(isRow), !isNear);
  return places.map((place, at) => (
    <li
      key={first + at}
      className="list-card"
      data-place={first + at}
      aria-posinset={first + at + 1}
      aria-setsize={setSize}
    >
      {isRow(place) ? (
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
      ) : (
        <NoCard place={place} />
      )}
    </li>
  ));
}

/** Cards side by side. One operation reads what their pictures need. */
// `memo` forgets that the component is generic.
export const CardRow = memo(CardRowOf) as typeof CardRowOf;

const NoCard = ({ place }: { readonly place: Exclude<Place<never>, never> }) =>
  place === 'unread' ? (
    <>
      <div className="list-card__picture" />
      <div className="list-card__body">
        <span className="ghost shimmer" />
        <span className="ghost shimmer" />
      </div>
    </>
  ) : (
    <p className="list-card__body muted">{placeWords[place]}</p>
  );
