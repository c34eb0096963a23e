import type { ReactNode } from 'react';
import { formatCount, formatDuration, formatNumber } from '../component/format.js';
import { Picture, previewOf } from '../component/picture.js';
import { useCanRead, useView } from '../data/use-view.js';
import type { PlaylistListRowFragment, PlaylistPicturesQuery } from '../generated/graphql.js';
import { graphql } from '../generated/index.js';

import * as column from '../list/columns.js';
import { type CardDefinition, type Column, defineList } from '../list/definition.js';
import { ListView } from '../list/list-view.js';
import { playlistFacets, playlistSorts } from '../list/collection-facet.js';

const playlistListQuery = graphql(`
  query PlaylistList($first: Int!, $page: Int!, $filter: PlaylistFilter, $orderBy: PlaylistOrder) {
    list: playlists(first: $first, page: $page, filter: $filter, orderBy: $orderBy) {
      totalCount
      nodes {
        nodeId
        ...PlaylistListRow
      }
    }
  }

  # What lists and the page of a playlist show of its record.
  fragment PlaylistListRow on Playlist {
    id
    name
    description
    itemCount
    totalDurationSeconds
    createdAt
    updatedAt
  }
`);

/** What its file has of each record. */
const playlistCsvQuery = graphql(`
  query PlaylistCsv($filter: PlaylistFilter, $orderBy: PlaylistOrder) {
    playlists(filter: $filter, orderBy: $orderBy) {
      nodes {
        ...PlaylistListRow
      }
    }
  }
`);

const playlistFacetsQuery = graphql(`
  query PlaylistFacets($content: PlaylistFilter) {
    all: playlistSummary {
      count
    }
    content: playlistSummary(filter: $content) {
      count
      yes: empty
    }
  }
`);

interface PlaylistRow extends PlaylistListRowFragment {
  readonly nodeId: string;
}

const columns: readonly Column<PlaylistRow>[] = [
  {
    title: 'Items',
    sort: 'items',
    width: '110px',
    isNumber: true,
    phone: 'badge',
    show: ({ itemCount }) => (itemCount === 0 ? <Empty /> : formatNumber(itemCount)),
    inLine: ({ itemCount }) => (itemCount === 0 ? <Empty /> : formatCount(itemCount, 'item')),
  },
  column.duration({ width: '130px', phone: 'detail' }),
  column.updated({ width: '180px', phone: 'detail' }),
  column.created({ width: '180px', from: 1000 }),
  column.description({ width: 'minmax(160px, 3fr)', from: 1180 }),
  column.id(1600),
];

/** A playlist without items shows nothing wherever it is used. */
const Empty = () => <span className="pill pill--wait">Empty</span>;

/**
 * One REST request for each playlist, and the first files that they hold: only for the cards that
 * are seen.
 */
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
  rows: readonly PlaylistRow[],
  pause: boolean,
): (row: PlaylistRow) => ReactNode {
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
              source={item.media && previewOf(item.media)}
              kind={item.type === 'APP' ? 'app' : item.media?.type === 'VIDEO' ? 'video' : 'image'}
              name=""
            />
          </li>
        ),
    )}
  </ul>
);

const card: CardDefinition<PlaylistRow> = {
  height: 212,
  minWidth: 240,
  usePictures: usePlaylistPictures,
  facts: ({ itemCount, totalDurationSeconds }) => (
    <p className="list-card__facts muted">
      {formatCount(itemCount, 'item')} · {formatDuration(totalDurationSeconds)}
    </p>
  ),
};

const playlists = defineList({
  collection: 'playlists',
  columns,
  card,
  usualLayout: 'table',
  rows: playlistListQuery,
  csv: playlistCsvQuery,
  counts: playlistFacetsQuery,
  facets: playlistFacets,
  sorts: playlistSorts,
});

/** All playlists of the organization. */
export const Playlists = () => <ListView definition={playlists} />;
