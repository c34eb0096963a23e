import { formatEnum } from '../component/format.js';
import { cityOf } from '../component/zone-time.js';
import type { ScreenFilter, ScreenOrderField } from '../generated/graphql.js';
import type { FacetDeclaration, SortFields } from '../list/facet.js';

export const screenSorts: SortFields<ScreenOrderField> = {
  name: 'NAME',
  status: 'STATUS',
  created: 'CREATED_AT',
  updated: 'UPDATED_AT',
  items: 'ITEM_COUNT',
  duration: 'TOTAL_DURATION',
};

/** The filters of the list of screens. */
export const screenFacets: readonly FacetDeclaration<ScreenFilter>[] = [
  {
    name: 'status',
    title: 'Status',
    look: 'chips',
    always: ['ONLINE', 'OFFLINE', 'UNPAIRED'],
    others: ['UNRECOGNIZED'],
    labelOf: formatEnum,
    member: 'statusIn',
  },
  {
    name: 'scheduled',
    title: 'Scheduled',
    look: 'menu',
    always: ['on', 'off'],
    labelOf: (value) => `Scheduled ${value}`,
    member: 'isOnNow',
    yes: 'on',
  },
  {
    name: 'orientation',
    title: 'Orientation',
    look: 'menu',
    always: ['LANDSCAPE', 'PORTRAIT'],
    others: ['LANDSCAPE_FLIPPED', 'PORTRAIT_FLIPPED', 'UNRECOGNIZED'],
    labelOf: formatEnum,
    member: 'orientationIn',
  },
  {
    name: 'timezone',
    title: 'Time zone',
    look: 'menu',
    labelOf: cityOf,
    noteOf: (zone) => zone,
    member: 'timezoneIn',
  },
];
