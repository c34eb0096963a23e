import { formatEnum } from '../component/format.js';
import { cityOf } from '../component/zone-time.js';
import type { ScreenFacetsQuery, ScreenFilter, ScreenOrderField } from '../generated/graphql.js';
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
export const screenFacets: readonly FacetDeclaration<ScreenFilter, ScreenFacetsQuery>[] = [
  {
    name: 'status',
    title: 'Status',
    look: 'chips',
    values: ['ONLINE', 'OFFLINE', 'UNPAIRED', 'UNRECOGNIZED'],
    always: ['ONLINE', 'OFFLINE', 'UNPAIRED'],
    labelOf: formatEnum,
    // The values above are those of the enum.
    where: (values) => ({ statusIn: values as ScreenFilter['statusIn'] }),
    countsOf: (data) => data.status?.byStatus.map(({ status, count }) => [status, count]),
  },
  {
    name: 'scheduled',
    title: 'Scheduled',
    look: 'menu',
    values: ['on', 'off'],
    always: ['on', 'off'],
    labelOf: (value) => `Scheduled ${value}`,
    // Both of them are all.
    where: (values) => (values.length === 1 ? { isOnNow: values[0] === 'on' } : {}),
    countsOf: ({ scheduled }) =>
      scheduled && [
        ['on', scheduled.onNow],
        ['off', scheduled.count - scheduled.onNow],
      ],
  },
  {
    name: 'orientation',
    title: 'Orientation',
    look: 'menu',
    values: ['LANDSCAPE', 'LANDSCAPE_FLIPPED', 'PORTRAIT', 'PORTRAIT_FLIPPED', 'UNRECOGNIZED'],
    always: ['LANDSCAPE', 'PORTRAIT'],
    labelOf: formatEnum,
    // The values above are those of the enum.
    where: (values) => ({ orientationIn: values as ScreenFilter['orientationIn'] }),
    // Those without an orientation cannot be filtered for.
    countsOf: (data) =>
      data.orientation?.byOrientation.flatMap(({ orientation, count }) =>
        orientation === null ? [] : [[orientation, count] as const],
      ),
  },
  {
    name: 'timezone',
    title: 'Time zone',
    look: 'menu',
    labelOf: cityOf,
    noteOf: (zone) => zone,
    where: (values) => ({ timezoneIn: [...values] }),
    countsOf: (data) => data.timezone?.byTimezone.map(({ timezone, count }) => [timezone, count]),
  },
];
