import type { PlaylistFilter, PlaylistOrder, PlaylistOrderField } from '../generated/graphql.js';
import type { ListSpec, ListState } from '../list/list-state.js';
import { filterOf, orderOf } from '../list/order.js';

const sortFields: Readonly<Record<string, PlaylistOrderField>> = {
  name: 'NAME',
  created: 'CREATED_AT',
  updated: 'UPDATED_AT',
  items: 'ITEM_COUNT',
  duration: 'TOTAL_DURATION',
};

/** What the list of playlists can be asked for. */
export const playlistSpec: ListSpec = {
  facets: { content: ['items', 'empty'] },
  sorts: Object.keys(sortFields),
};

/** The filter of a state; null for all playlists. */
export const playlistFilterOf = ({ text, facets: { content } }: ListState): PlaylistFilter | null =>
  filterOf<PlaylistFilter>({
    ...(text !== '' && { nameContains: text }),
    // Both of them are all.
    ...(content?.length === 1 && { isEmpty: content[0] === 'empty' }),
  });

export const playlistOrderOf = (state: ListState): PlaylistOrder | null => orderOf(state, sortFields);
