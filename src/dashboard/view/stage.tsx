import type { Deferred } from '../data/deferred.js';
import { InlineError } from '../error/error-notice.js';
import { type Path, useErrorAt } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import type { ScreenPlayingFragment } from '../generated/graphql.js';
import { formatCount } from '../component/format.js';
import type { Ratio } from '../component/ratio.js';
import { PlaybackTile } from './playback-tile.js';

/** What a screen plays. It costs a REST request for each screen, so it is deferred. */
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

/** Undefined until the deferred fields have arrived. */
export type Playing = Deferred<FragmentType<typeof screenPlayingFragment>>;

interface StageProps {
  readonly playing: Playing;
  readonly ratio: Ratio;
  /** Path of the configuration in the result. */
  readonly path: Path;
}

/** The pictures of what a screen plays: the first one large, the next ones small. */
export function Stage({ playing, ratio: { width, height }, path }: StageProps) {
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
  const { items, overlays } = configuration;
  const [first] = items;
  if (first === undefined) return <div className="stage stage--empty">Nothing plays</div>;
  return (
    <div className="stage">
      <div className="stage__screen" style={{ aspectRatio }}>
        <PlaybackTile item={first} path={[...path, 'items', 0]} />
      </div>
      <Thumbnails items={items} path={path} />
      {overlays.length > 0 && <span className="stage__tag">{formatCount(overlays.length, 'overlay')}</span>}
    </div>
  );
}

/** Thumbnails beside the first picture. */
const maxThumbnails = 5;

type Items = NonNullable<ScreenPlayingFragment['playbackConfiguration']>['items'];

function Thumbnails({ items, path }: { readonly items: Items; readonly path: Path }) {
  const more = items.length - 1 - maxThumbnails;
  return (
    <ul className="strip" aria-label="Then plays">
      {items.slice(1, 1 + maxThumbnails).map((item, index) => (
        <li key={item.slotId}>
          <PlaybackTile item={item} path={[...path, 'items', index + 1]} />
        </li>
      ))}
      {more > 0 && <li className="strip__more">+{more}</li>}
    </ul>
  );
}
