import { type Path, useErrorAt } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { Picture } from '../component/picture.js';

export const playlistTileFragment = graphql(`
  fragment PlaylistTile on PlaylistItem {
    type
    enabled
    mediaId
    appInstanceId
    media {
      name
      type
      thumbnailUrl
      url
    }
  }
`);

interface PlaylistTileProps {
  readonly item: FragmentType<typeof playlistTileFragment>;
  readonly path: Path;
}

/** The picture of a playlist item, dimmed when the item is disabled. */
export function PlaylistTile({ item, path }: PlaylistTileProps) {
  const { type, enabled, media, mediaId, appInstanceId } = readFragment(playlistTileFragment, item);
  const error = useErrorAt([...path, 'media']);
  const isGone = mediaId !== null && media === null && error?.code === 'NOT_FOUND';
  const name = isGone
    ? 'a file that is no longer there'
    : (media?.name ?? appInstanceId ?? type.toLowerCase());
  return (
    <span className={enabled ? 'tile' : 'tile tile--disabled'}>
      <Picture
        source={media && (media.thumbnailUrl ?? (media.type === 'IMAGE' ? media.url : null))}
        kind={isGone ? 'gone' : type === 'APP' ? 'app' : media?.type === 'VIDEO' ? 'video' : 'image'}
        name={enabled ? name : `${name}, disabled`}
      />
    </span>
  );
}
