import type { ReactNode } from 'react';
import { formatCount, formatDuration } from '../component/format.js';
import { Picture } from '../component/picture.js';
import { useCanRead } from '../data/scope.js';
import { useView } from '../data/use-view.js';
import { graphql } from '../generated/index.js';
import type { PlaylistListRowFragment, PlaylistPicturesQuery } from '../generated/graphql.js';
import type { CardDefinition } from '../list/definition.js';

/** One REST request for each playlist, and the first files that they hold: only for the cards that are seen. */
const playlistPicturesQuery = graphql(`
  query PlaylistPictures($nodeIds: [ID!]!, $media: Boolean!) {
    nodes(nodeIds: $nodeIds) {
      ... on Playlist {
        items(first: 4) {
          nodes {
            slotId
            type
            media @include(if: $media) {
              type
              thumbnailUrl
              url
            }
          }
        }
      }
    }
  }
`);

function usePlaylistPictures(
  rows: readonly PlaylistListRowFragment[],
  pause: boolean,
): (row: PlaylistListRowFragment) => ReactNode {
  const media = useCanRead('media:read');
  // An empty one has no pictures.
  const nodeIds = rows.filter(({ itemCount }) => itemCount > 0).map(({ nodeId }) => nodeId);
  const { data } = useView(
    playlistPicturesQuery,
    { nodeIds, media },
    { pause: pause || nodeIds.length === 0 },
  );
  return ({ nodeId, itemCount }) => {
    if (itemCount === 0) return <span className="list-card__none muted small">No items</span>;
    const playlist = data?.nodes[nodeIds.indexOf(nodeId)];
    const items = playlist && 'items' in playlist ? playlist.items?.nodes : undefined;
    return items && <Pictures items={items} />;
  };
}

type Items = NonNullable<
  Extract<PlaylistPicturesQuery['nodes'][number], { readonly items?: unknown }>['items']
>['nodes'];

const Pictures = ({ items }: { readonly items: Items }) => (
  <ul className="mosaic" aria-label="Begins with">
    {items.map(
      (item) =>
        item && (
          <li key={item.slotId}>
            <Picture
              source={
                item.media &&
                (item.media.thumbnailUrl ?? (item.media.type === 'IMAGE' ? item.media.url : null))
              }
              kind={item.type === 'APP' ? 'app' : item.media?.type === 'VIDEO' ? 'video' : 'image'}
              name=""
            />
          </li>
        ),
    )}
  </ul>
);

/** A playlist in the list of cards. */
export const playlistCard: CardDefinition<PlaylistListRowFragment> = {
  height: 212,
  minWidth: 240,
  usePictures: usePlaylistPictures,
  facts: ({ itemCount, totalDurationSeconds }) => (
    <p className="list-card__facts muted">
      {formatCount(itemCount, 'item')} · {formatDuration(totalDurationSeconds)}
    </p>
  ),
};
