import { InlineError } from '../error/error-notice.js';
import { type Path, useErrorAt } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { tellDuration, tellSize, tellWord } from '../part/format.js';
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

/** An item of a screen's configuration, in the order that it plays. */
export function PlaybackRow({
  item,
  ratio,
  path,
}: {
  readonly item: FragmentType<typeof playbackRowFragment>;
  readonly ratio: { readonly width: number; readonly height: number };
  readonly path: Path;
}) {
  const row = readFragment(playbackRowFragment, item);
  const tile = readFragment(playbackTileFragment, row);
  const error = useErrorAt([...path, 'media']);
  const isMissing = row.mediaId !== null && row.media === null;
  const isGone = isMissing && error?.code === 'NOT_FOUND';
  const facts = [tellWord(row.type), row.mimeType, tellSize(row)].filter(Boolean);
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
          <span className="tag">{tellWord(row.renderingMode)}</span>
        )}
        <span className="number">{tellDuration(row.durationSeconds)}</span>
      </div>
      {row.layout && <Zones layout={row.layout} ratio={ratio} path={[...path, 'layout']} />}
    </li>
  );
}
