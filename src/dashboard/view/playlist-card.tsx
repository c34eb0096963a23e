import type { Deferred } from '../data/deferred.js';
import { InlineError } from '../error/error-notice.js';
import { type Path, useErrorAt } from '../error/error-at.js';
import { type FragmentType, graphql, readFragment } from '../generated/index.js';
import { tellCount, tellDuration } from '../part/format.js';
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

export const playlistBeginningFragment = graphql(`
  fragment PlaylistBeginning on Playlist {
    items(first: 8) {
      nodes {
        slotId
        ...PlaylistTile
      }
    }
  }
`);

/** A playlist in the list, with the pictures that it begins with once they have come. */
export function PlaylistCard({
  playlist,
  beginning,
  path,
}: {
  readonly playlist: FragmentType<typeof playlistCardFragment>;
  readonly beginning: Deferred<FragmentType<typeof playlistBeginningFragment>>;
  readonly path: Path;
}) {
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
          {tellCount(itemCount, 'item')} · {tellDuration(totalDurationSeconds)}
        </p>
      </div>
      <Beginning beginning={beginning} count={itemCount} path={[...path, 'items']} />
    </article>
  );
}

function Beginning({
  beginning,
  count,
  path,
}: {
  readonly beginning: Deferred<FragmentType<typeof playlistBeginningFragment>>;
  readonly count: number;
  readonly path: Path;
}) {
  const error = useErrorAt(path);
  const items = readFragment(playlistBeginningFragment, beginning)?.items;
  if (beginning === undefined)
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
