import type { MediaFilter, MediaOrder, MediaOrderField } from '../generated/graphql.js';
import type { ListSpec, ListState } from '../list/list-state.js';
import { filterOf, orderOf } from '../list/order.js';

const sortFields: Readonly<Record<string, MediaOrderField>> = {
  name: 'NAME',
  status: 'STATUS',
  created: 'CREATED_AT',
  updated: 'UPDATED_AT',
  size: 'SIZE',
};

/** What the list of media files can be asked for. */
export const mediaSpec: ListSpec = {
  facets: {
    status: ['READY', 'PROCESSING', 'FAILED', 'UNRECOGNIZED'],
    type: ['IMAGE', 'VIDEO', 'UNRECOGNIZED'],
  },
  sorts: Object.keys(sortFields),
};

/** The filter of a state; null for all files. */
export const mediaFilterOf = ({ text, facets: { status, type } }: ListState): MediaFilter | null =>
  filterOf<MediaFilter>({
    ...(text !== '' && { nameContains: text }),
    // `mediaSpec` lets only values of the enums through.
    ...(status && { statusIn: status as MediaFilter['statusIn'] }),
    ...(type && { typeIn: type as MediaFilter['typeIn'] }),
  });

export const mediaOrderOf = (state: ListState): MediaOrder | null => orderOf(state, sortFields);
