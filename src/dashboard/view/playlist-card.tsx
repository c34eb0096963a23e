import type { Deferred } from '../data/deferred.js';
import { InlineError } from '../error/error-notice.js';
import { type Path, useErrorAt } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { formatCount, formatDuration } from '../component/format.js';
import { hrefOf } from '../route.js';
import { PlaylistTile } from './playlist-tile.js';

export const playlistCardFragment = graphql(`
  fragment PlaylistCard on Playlist {
    id
    name
    description
    itemCount
    totalDurationSeconds
  }
`);

export const playlistPreviewFragment = graphql(`
  fragment PlaylistPreview on Playlist {
    items(first: 8) {
      nodes {
        slotId
        ...PlaylistTile
      }
    }
  }
`);

interface PlaylistCardProps {
  readonly playlist: FragmentType<typeof playlistCardFragment>;
  readonly preview: Deferred<FragmentType<typeof playlistPreviewFragment>>;
  readonly path: Path;
}

/** A playlist in the list, with the pictures of its first items. */
export function PlaylistCard({ playlist, preview, path }: PlaylistCardProps) {
  const { id, name, description, itemCount, totalDurationSeconds } = readFragment(
    playlistCardFragment,
    playlist,
  );
  return (
    <article className="card playlist-card">
      <div className="playlist-card__text">
        <h2>
          <a className="card__link" href={hrefOf({ view: 'playlist', id })}>
            {name}
          </a>
        </h2>
        {description !== null && <p className="muted">{description}</p>}
        <p className="muted">
          {formatCount(itemCount, 'item')} · {formatDuration(totalDurationSeconds)}
        </p>
      </div>
      <Preview preview={preview} count={itemCount} path={[...path, 'items']} />
    </article>
  );
}

interface PreviewProps extends Pick<PlaylistCardProps, 'preview' | 'path'> {
  /** Number of items of the playlist. */
  readonly count: number;
}

function Preview({ preview, count, path }: PreviewProps) {
  const error = useErrorAt(path);
  const items = readFragment(playlistPreviewFragment, preview)?.items;
  if (preview === undefined)
    return (
      <ul className="strip strip--large" aria-hidden="true">
        {Array.from({ length: Math.min(count, 8) }, (_none, index) => (
          <li key={index} className="shimmer" />
        ))}
      </ul>
    );
  if (items == null) return <InlineError error={error} />;
  if (items.nodes.length === 0) return <p className="muted">No items</p>;
  return (
    <ol className="strip strip--large" aria-label="Begins with">
      {items.nodes.map(
        (item, index) =>
          item && (
            <li key={item.slotId}>
              <PlaylistTile item={item} path={[...path, 'nodes', index]} />
            </li>
          ),
      )}
      {count > items.nodes.length && <li className="strip__more">+{count - items.nodes.length}</li>}
    </ol>
  );
}
