import { graphql, readFragment } from '../generated/index.js';
import type { PlaylistListRowFragment } from '../generated/graphql.js';
import { type Facets, optionsOf } from '../list/facet.js';
import { type ListState, withFacet } from '../list/list-state.js';
import type { Range } from '../list/settle.js';
import { useFacetData } from '../list/use-facet-data.js';
import { type Pages, usePages } from '../list/use-pages.js';
import { playlistFilterOf, playlistOrderOf } from './playlist-filter.js';

const playlistListQuery = graphql(`
  query PlaylistList($first: Int!, $page: Int!, $filter: PlaylistFilter, $orderBy: PlaylistOrder) {
    playlists(first: $first, page: $page, filter: $filter, orderBy: $orderBy) {
      totalCount
      nodes {
        ...PlaylistListRow
      }
    }
  }
`);

const playlistRowFragment = graphql(`
  fragment PlaylistListRow on Playlist {
    nodeId
    id
    name
    description
    itemCount
    totalDurationSeconds
    createdAt
    updatedAt
  }
`);

/** The playlists of a range, as a state of the list asks for them. */
export const usePlaylistRows = (state: ListState, range: Range): Pages<PlaylistListRowFragment> =>
  usePages({
    document: playlistListQuery,
    variables: { filter: playlistFilterOf(state), orderBy: playlistOrderOf(state) },
    pageOf: ({ playlists }) =>
      playlists && {
        totalCount: playlists.totalCount,
        nodes: playlists.nodes.map((node) => readFragment(playlistRowFragment, node)),
      },
    range,
  });

/** Counts for the filter. It reads the whole list once, and shares it with a filtered one. */
const playlistFacetsQuery = graphql(`
  query PlaylistFacets($content: PlaylistFilter) {
    all: playlistSummary {
      count
    }
    content: playlistSummary(filter: $content) {
      count
      empty
    }
  }
`);

const labels: Readonly<Record<string, string>> = { items: 'With items', empty: 'Empty' };

/** The filter of the list of playlists. */
export function usePlaylistFacets(state: ListState): Facets {
  const variables = { content: playlistFilterOf(withFacet(state, 'content', [])) };
  const data = useFacetData(playlistFacetsQuery, variables);
  const content = data?.content;
  const counts =
    content &&
    new Map([
      ['items', content.count - content.empty],
      ['empty', content.empty],
    ]);
  const options = optionsOf({
    state,
    name: 'content',
    always: ['items', 'empty'],
    counts: counts ?? undefined,
    labelOf: (value) => labels[value] ?? value,
  });
  return { facets: [{ name: 'content', title: 'Content', look: 'chips', options }], count: data?.all?.count };
}
