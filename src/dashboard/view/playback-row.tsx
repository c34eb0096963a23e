import { InlineError } from '../error/error-notice.js';
import { type Path, useErrorAt } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { formatDuration, formatSize, formatEnum } from '../component/format.js';
import type { Ratio } from '../component/ratio.js';
import { nameOf, PlaybackTile, playbackTileFragment } from './playback-tile.js';
import { Zones } from './zones.js';

export const playbackRowFragment = graphql(`
  fragment PlaybackRow on PlaybackItem {
    type
    durationSeconds
    mediaId
    mimeType
    width
    height
    renderingMode
    media {
      id
    }
    ...PlaybackTile
    layout {
      ...Zones
    }
  }
`);

interface PlaybackRowProps {
  readonly item: FragmentType<typeof playbackRowFragment>;
  /** Of the screen. */
  readonly ratio: Ratio;
  readonly path: Path;
}

/** An item of a screen's configuration. */
export function PlaybackRow({ item, ratio, path }: PlaybackRowProps) {
  const row = readFragment(playbackRowFragment, item);
  const tile = readFragment(playbackTileFragment, row);
  const error = useErrorAt([...path, 'media']);
  const isMissing = row.mediaId !== null && row.media === null;
  const isGone = isMissing && error?.code === 'NOT_FOUND';
  const facts = [formatEnum(row.type), row.mimeType, formatSize(row)].filter(Boolean);
  return (
    <li className="row">
      <div className="row__picture">
        <PlaybackTile item={row} path={path} />
      </div>
      <div className="row__text">
        <strong className="row__name">{isGone ? 'No longer there' : nameOf(tile)}</strong>
        <span className="muted">{facts.join(' · ')}</span>
        {isMissing && <InlineError error={error} />}
      </div>
      <div className="row__end">
        {row.renderingMode !== null && row.renderingMode !== 'STANDARD' && (
          <span className="tag">{formatEnum(row.renderingMode)}</span>
        )}
        <span className="number">{formatDuration(row.durationSeconds)}</span>
      </div>
      {row.layout && <Zones layout={row.layout} ratio={ratio} path={[...path, 'layout']} />}
    </li>
  );
}
