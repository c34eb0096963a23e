import { type Path, useErrorAt } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import type { PlaybackTileFragment } from '../generated/graphql.js';
import { Picture, type PictureKind } from '../component/picture.js';

export const playbackTileFragment = graphql(`
  fragment PlaybackTile on PlaybackItem {
    type
    mediaId
    url
    slug
    renderingMode
    media {
      name
      type
      thumbnailUrl
      url
    }
  }
`);

interface PlaybackTileProps {
  readonly item: FragmentType<typeof playbackTileFragment>;
  readonly path: Path;
}

/** The picture of what an item plays. */
export function PlaybackTile({ item, path }: PlaybackTileProps) {
  const tile = readFragment(playbackTileFragment, item);
  const error = useErrorAt([...path, 'media']);
  const isGone = tile.mediaId !== null && tile.media === null && error?.code === 'NOT_FOUND';
  return (
    <Picture
      source={pictureOf(tile)}
      kind={isGone ? 'gone' : kindOf(tile)}
      name={isGone ? 'a file that is no longer there' : nameOf(tile)}
      note={tile.slug}
    />
  );
}

/** The thumbnail, or else the image itself; a video is no picture. */
function pictureOf({ type, url, media }: PlaybackTileFragment): string | null {
  if (media === null) return type === 'IMAGE' ? url : null;
  return media.thumbnailUrl ?? (media.type === 'IMAGE' ? media.url : null);
}

function kindOf({ type, renderingMode }: PlaybackTileFragment): PictureKind {
  if (renderingMode === 'ZONES') return 'zones';
  return type === 'VIDEO' ? 'video' : type === 'IMAGE' ? 'image' : 'app';
}

/** The name of an item: that of its file or app, or else its type. */
export function nameOf({ type, media, slug, mediaId }: PlaybackTileFragment): string {
  return media?.name ?? slug ?? mediaId ?? type.toLowerCase();
}
