import type { Path } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import type { ScreenCardFragment } from '../generated/graphql.js';
import { formatCount, formatDuration, formatEnum, formatSize } from '../component/format.js';
import type { Ratio } from '../component/ratio.js';
import { StatusPill } from '../component/status-pill.js';
import { hrefOf } from '../route.js';
import { OnNow } from './availability.js';
import { type Playing, Stage } from './stage.js';

export const screenCardFragment = graphql(`
  fragment ScreenCard on Screen {
    id
    name
    status
    orientation
    viewport {
      width
      height
    }
    itemCount
    totalDurationSeconds
    availability {
      ...OnNow
    }
  }
`);

interface ScreenCardProps {
  readonly screen: FragmentType<typeof screenCardFragment>;
  readonly playing: Playing;
  /** Path of the screen in the result. */
  readonly path: Path;
}

/** A screen in the grid. */
export function ScreenCard({ screen, playing, path }: ScreenCardProps) {
  const card = readFragment(screenCardFragment, screen);
  return (
    <article className="card screen-card">
      <Stage
        playing={playing}
        ratio={card.viewport ?? ratioOf(card.orientation)}
        path={[...path, 'playbackConfiguration']}
      />
      <div className="card__body">
        <Facts card={card} />
      </div>
    </article>
  );
}

function Facts({ card }: { readonly card: ScreenCardFragment }) {
  const { orientation, viewport } = card;
  return (
    <>
      <div className="card__row">
        <h2>
          <a className="card__link" href={hrefOf({ view: 'screen', id: card.id })}>
            {card.name}
          </a>
        </h2>
        <StatusPill status={card.status} />
      </div>
      <p>
        <OnNow availability={card.availability} />
      </p>
      <p className="muted">
        {[orientation && formatEnum(orientation), formatSize(viewport)].filter(Boolean).join(' · ') ||
          'No player yet'}
      </p>
      <p className="muted">
        {formatCount(card.itemCount, 'item')} · {formatDuration(card.totalDurationSeconds)}
      </p>
    </>
  );
}

/** The usual ratio of an orientation, for screens without a viewport. */
const ratioOf = (orientation: string | null): Ratio =>
  orientation?.startsWith('PORTRAIT') === true ? { width: 9, height: 16 } : { width: 16, height: 9 };
