import type { PlaylistFacetsQuery, PlaylistFilter, PlaylistOrderField } from '../generated/graphql.js';
import type { FacetDeclaration, SortFields } from '../list/facet.js';

export const playlistSorts: SortFields<PlaylistOrderField> = {
  name: 'NAME',
  created: 'CREATED_AT',
  updated: 'UPDATED_AT',
  items: 'ITEM_COUNT',
  duration: 'TOTAL_DURATION',
};

/** The filter of the list of playlists. */
export const playlistFacets: readonly FacetDeclaration<PlaylistFilter, PlaylistFacetsQuery>[] = [
  {
    name: 'content',
    title: 'Content',
    look: 'chips',
    values: ['items', 'empty'],
    always: ['items', 'empty'],
    labelOf: (value) => (value === 'empty' ? 'Empty' : 'With items'),
    // Both of them are all.
    where: (values) => (values.length === 1 ? { isEmpty: values[0] === 'empty' } : {}),
    countsOf: ({ content }) =>
      content && [
        ['items', content.count - content.empty],
        ['empty', content.empty],
      ],
  },
];
