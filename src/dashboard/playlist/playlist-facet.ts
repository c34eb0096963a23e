import type { PlaylistFilter, PlaylistOrderField } from '../generated/graphql.js';
import type { FacetDeclaration, SortFields } from '../list/facet.js';

export const playlistSorts: SortFields<PlaylistOrderField> = {
  name: 'NAME',
  created: 'CREATED_AT',
  updated: 'UPDATED_AT',
  items: 'ITEM_COUNT',
  duration: 'TOTAL_DURATION',
};

/** The filter of the list of playlists. */
export const playlistFacets: readonly FacetDeclaration<PlaylistFilter>[] = [
  {
    name: 'content',
    title: 'Content',
    look: 'chips',
    always: ['items', 'empty'],
    labelOf: (value) => (value === 'empty' ? 'Empty' : 'With items'),
    member: 'isEmpty',
    yes: 'empty',
  },
];
