import { InlineError } from '../error/error-notice.js';
import { type Path, useErrorAt } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { formatDuration, formatSize, formatEnum } from '../component/format.js';
import { StatusPill } from '../component/status-pill.js';
import { PlaylistTile } from './playlist-tile.js';

export const playlistRowFragment = graphql(`
  fragment PlaylistRow on PlaylistItem {
    type
    position
    durationSeconds
    enabled
    mediaId
    appInstanceId
    media {
      name
      type
      status
      width
      height
    }
    ...PlaylistTile
  }
`);

interface PlaylistRowProps {
  readonly item: FragmentType<typeof playlistRowFragment>;
  readonly path: Path;
}

/** An item of a playlist, with the position that the Partner API returns. */
export function PlaylistRow({ item, path }: PlaylistRowProps) {
  const row = readFragment(playlistRowFragment, item);
  const { media, enabled } = row;
  const error = useErrorAt([...path, 'media']);
  const isMissing = row.mediaId !== null && media === null;
  const isGone = isMissing && error?.code === 'NOT_FOUND';
  const kind = media ? formatEnum(media.type) : formatEnum(row.type);
  return (
    <li className={enabled ? 'row row--numbered' : 'row row--numbered row--disabled'}>
      <span className="row__position">{row.position}</span>
      <div className="row__picture">
        <PlaylistTile item={row} path={path} />
      </div>
      <div className="row__text">
        <strong className="row__name">
          {isGone ? 'No longer there' : (media?.name ?? row.appInstanceId ?? row.mediaId ?? kind)}
        </strong>
        <span className="muted">{[kind, formatSize(media)].filter(Boolean).join(' · ')}</span>
        {isMissing && <InlineError error={error} />}
      </div>
      <div className="row__end">
        {media && media.status !== 'READY' && <StatusPill status={media.status} />}
        {!enabled && <span className="tag">Disabled</span>}
        <span className="number">{formatDuration(row.durationSeconds)}</span>
      </div>
    </li>
  );
}
