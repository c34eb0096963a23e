import { formatEnum } from '../component/format.js';
import { cityOf } from '../component/zone-time.js';
import type { MediaFilter, PlaylistFilter, ScreenFilter } from '../generated/graphql.js';
import type { FacetDeclaration } from './facet.js';

/** Names of the orders that every list has, each with its field. */
const recordSorts = { name: 'NAME', created: 'CREATED_AT', updated: 'UPDATED_AT' } as const;

export const screenSorts = {
  ...recordSorts,
  status: 'STATUS',
  items: 'ITEM_COUNT',
  duration: 'TOTAL_DURATION',
} as const;

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

export const playlistSorts = {
  ...recordSorts,
  items: 'ITEM_COUNT',
  duration: 'TOTAL_DURATION',
} as const;

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

export const mediaSorts = { ...recordSorts, status: 'STATUS', size: 'SIZE' } as const;

/** The filters of the list of media files. */
export const mediaFacets: readonly FacetDeclaration<MediaFilter>[] = [
  {
    name: 'status',
    title: 'Status',
    look: 'chips',
    always: ['READY', 'PROCESSING', 'FAILED'],
    others: ['UNRECOGNIZED'],
    labelOf: formatEnum,
    member: 'statusIn',
  },
  {
    name: 'type',
    title: 'Type',
    look: 'menu',
    always: ['IMAGE', 'VIDEO'],
    others: ['UNRECOGNIZED'],
    labelOf: formatEnum,
    member: 'typeIn',
  },
];
