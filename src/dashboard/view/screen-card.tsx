import type { Deferred } from '../data/deferred.js';
import { InlineError } from '../error/error-notice.js';
import { type Path, useErrorAt } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { tellCount, tellDuration, tellSize, tellWord } from '../part/format.js';
import { StatusPill } from '../part/status-pill.js';
import { hrefOf } from '../route.js';
import { OnNow } from './availability.js';
import { PlaybackTile } from './playback-tile.js';

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

/** What a screen plays: a REST request for each screen, so it may come later than the card itself. */
export const screenPlayingFragment = graphql(`
  fragment ScreenPlaying on Screen {
    playbackConfiguration {
      items {
        slotId
        ...PlaybackTile
      }
      overlays {
        slotId
      }
    }
  }
`);

type Playing = Deferred<FragmentType<typeof screenPlayingFragment>>;

/**
 * A screen in the grid.
 *
 * @param props.playing undefined while it is still on its way
 * @param props.path of the screen in the answer
 */
export function ScreenCard({
  screen,
  playing,
  path,
}: {
  readonly screen: FragmentType<typeof screenCardFragment>;
  readonly playing: Playing;
  readonly path: Path;
}) {
  const { id, name, status, orientation, viewport, availability, ...content } = readFragment(
    screenCardFragment,
    screen,
  );
  return (
    <article className="card screen-card">
      <Stage
        playing={playing}
        ratio={viewport ?? guess(orientation)}
        path={[...path, 'playbackConfiguration']}
      />
      <div className="card__body">
        <div className="card__row">
          <h2>
            <a className="card__link" href={hrefOf({ view: 'screen', id })}>
              {name}
            </a>
          </h2>
          <StatusPill status={status} />
        </div>
        <p>
          <OnNow availability={availability} />
        </p>
        <p className="muted">
          {[orientation && tellWord(orientation), tellSize(viewport)].filter(Boolean).join(' · ') ||
            'No player yet'}
        </p>
        <p className="muted">
          {tellCount(content.itemCount, 'item')} · {tellDuration(content.totalDurationSeconds)}
        </p>
      </div>
    </article>
  );
}

interface Ratio {
  readonly width: number;
  readonly height: number;
}

const guess = (orientation: string | null): Ratio =>
  orientation?.startsWith('PORTRAIT') === true ? { width: 9, height: 16 } : { width: 16, height: 9 };

/** Thumbnails beside the first picture. */
const mostThumbnails = 5;

function Stage({
  playing,
  ratio: { width, height },
  path,
}: {
  readonly playing: Playing;
  readonly ratio: Ratio;
  readonly path: Path;
}) {
  const configuration = readFragment(screenPlayingFragment, playing)?.playbackConfiguration;
  const error = useErrorAt(path);
  const aspectRatio = `${width} / ${height}`;
  if (playing === undefined)
    return (
      <div className="stage">
        <div className="stage__screen shimmer" style={{ aspectRatio }} />
      </div>
    );
  if (configuration == null)
    return (
      <div className="stage stage--empty">
        <span>What plays is not known</span>
        <InlineError error={error} />
      </div>
    );
  const [first, ...rest] = configuration.items;
  if (first === undefined) return <div className="stage stage--empty">Nothing plays</div>;
  return (
    <div className="stage">
      <div className="stage__screen" style={{ aspectRatio }}>
        <PlaybackTile item={first} path={[...path, 'items', 0]} />
      </div>
      <ul className="strip" aria-label="Then plays">
        {rest.slice(0, mostThumbnails).map((item, index) => (
          <li key={item.slotId}>
            <PlaybackTile item={item} path={[...path, 'items', index + 1]} />
          </li>
        ))}
        {rest.length > mostThumbnails && <li className="strip__more">+{rest.length - mostThumbnails}</li>}
      </ul>
      {configuration.overlays.length > 0 && (
        <span className="stage__tag">{tellCount(configuration.overlays.length, 'overlay')}</span>
      )}
    </div>
  );
}
