import type { ScreenFilter, ScreenOrder, ScreenOrderField } from '../generated/graphql.js';
import type { ListSpec, ListState } from '../list/list-state.js';
import { filterOf, orderOf } from '../list/order.js';

const sortFields: Readonly<Record<string, ScreenOrderField>> = {
  name: 'NAME',
  status: 'STATUS',
  created: 'CREATED_AT',
  updated: 'UPDATED_AT',
  items: 'ITEM_COUNT',
  duration: 'TOTAL_DURATION',
};

/** What the list of screens can be asked for. */
export const screenSpec: ListSpec = {
  facets: {
    status: ['ONLINE', 'OFFLINE', 'UNPAIRED', 'UNRECOGNIZED'],
    scheduled: ['on', 'off'],
    orientation: ['LANDSCAPE', 'LANDSCAPE_FLIPPED', 'PORTRAIT', 'PORTRAIT_FLIPPED', 'UNRECOGNIZED'],
    timezone: null,
  },
  sorts: Object.keys(sortFields),
};

/** The filter of a state; null for all screens. */
export function screenFilterOf({ text, facets }: ListState): ScreenFilter | null {
  const { status, scheduled, orientation, timezone } = facets;
  return filterOf<ScreenFilter>({
    ...(text !== '' && { nameContains: text }),
    // `screenSpec` lets only values of the enums through.
    ...(status && { statusIn: status as ScreenFilter['statusIn'] }),
    ...(orientation && { orientationIn: orientation as ScreenFilter['orientationIn'] }),
    ...(timezone && { timezoneIn: [...timezone] }),
    // Both of them are all.
    ...(scheduled?.length === 1 && { isOnNow: scheduled[0] === 'on' }),
  });
}

export const screenOrderOf = (state: ListState): ScreenOrder | null => orderOf(state, sortFields);
