import { getScreenConfiguration } from '../../partner/playback.js';
import { screens, screenSchema } from '../../partner/screen.js';
import { isOneOf, isTrue } from '../../find/filter.js';
import { common } from '../../find/finder.js';
import { byNumber, byRank } from '../../find/order.js';
import { countBy, countOf, sumOf } from '../../find/summary.js';
import { builder } from '../builder.js';
import { readsPart } from '../declared-read.js';
import { nodeType } from '../node.js';
import { Findable } from '../find/findable.js';
import { AvailabilityRef } from './availability.js';
import { PlaybackConfigurationRef } from './playback-configuration.js';
import { ScreenOrientationRef, ScreenStatusRef, ViewportRef } from './screen-state.js';

export const ScreenRef = nodeType(
  'Screen',
  screenSchema,
  'A display that plays content. Needs screens:read.',
  {
    id: 'The REST id of the screen, unchanged.',
    name: 'The name given in the CMS, for example `Entrance, left`.',
    description: 'Free text, or null.',
    status: [ScreenStatusRef, 'Whether the screen is online.'],
    orientation: [ScreenOrientationRef, 'How the screen is mounted. Null if unknown.'],
    viewport: [ViewportRef, 'Its drawing area. Null if unknown.'],
    availability: [AvailabilityRef, 'When the screen is scheduled to be on.'],
    itemCount: 'Number of items on the screen.',
    totalDurationSeconds: 'Duration of all enabled content, in seconds, for example `84`.',
    createdAt: 'When the screen was created.',
    updatedAt: 'When the screen was last changed.',
  },
);

builder.objectFields(ScreenRef, (t) => ({
  playbackConfiguration: t.field({
    ...readsPart(getScreenConfiguration),
    type: PlaybackConfigurationRef,
    nullable: true,
    description:
      'What the screen plays now. Costs one REST request for each screen and needs playback:read.',
  }),
}));

export const findableScreens = new Findable(ScreenRef, {
  collection: screens,
  noun: 'screen',
  members: {
    ...common.nameMembers,
    statusIn: isOneOf(
      'ScreenStatus',
      ({ status }) => status,
      'One of these statuses, for example `[OFFLINE, UNPAIRED]`.',
    ),
    orientationIn: isOneOf(
      'ScreenOrientation',
      ({ orientation }) => orientation,
      'Mounted in one of these ways, for example `[PORTRAIT, PORTRAIT_FLIPPED]`. A screen without an orientation does not match.',
    ),
    timezoneIn: isOneOf(
      'TimeZone',
      ({ availability }) => availability.timezone,
      'With one of these time zones, as `availability.timezone` spells it: `Europe/Berlin`.',
    ),
    isOnNow: isTrue(
      ({ availability }) => availability.isOnNow,
      'Whether the schedule of the screen is on, as the Partner API reports it when the list is read.',
    ),
    ...common.timeMembers,
  },
  orders: {
    ...common.nameOrder,
    STATUS: byRank(
      screenSchema.shape.status,
      ({ status }) => status,
      'The status, in the order of ScreenStatus; UNRECOGNIZED comes last in both directions.',
    ),
    ...common.timeOrders('screen'),
    ITEM_COUNT: byNumber(({ itemCount }) => itemCount, 'The number of its items.'),
    TOTAL_DURATION: byNumber(
      ({ totalDurationSeconds }) => totalDurationSeconds,
      'The duration of all enabled content, `totalDurationSeconds`.',
    ),
  },
  figures: {
    byStatus: countBy(
      ({ status }) => status,
      'Screens of each status, for example `[{ status: ONLINE, count: 10 }, …]`.',
      { field: 'status', type: 'ScreenStatus', value: 'The status, for example `OFFLINE`.' },
    ),
    byOrientation: countBy(
      ({ orientation }) => orientation ?? null,
      'Screens mounted in each way; those without an orientation have an entry of their own.',
      {
        description: 'How many screens are mounted in one way.',
        field: 'orientation',
        type: 'ScreenOrientation',
        nullable: true,
        value: 'The orientation, for example `PORTRAIT`. Null for the screens that have none.',
      },
    ),
    byTimezone: countBy(({ availability }) => availability.timezone, 'Screens in each time zone.', {
      description: 'How many screens are in a time zone.',
      field: 'timezone',
      type: 'TimeZone',
      value: 'The time zone of their availability, for example `Europe/Berlin`.',
      count: 'Number of screens in it.',
    }),
    onNow: countOf(
      ({ availability }) => availability.isOnNow,
      'Screens whose schedule is on, as the Partner API reports it at this moment.',
    ),
    totalDurationSeconds: sumOf(
      ({ totalDurationSeconds }) => totalDurationSeconds,
      'Duration of the enabled content of all of them, in seconds.',
    ),
    ...common.timeFigures,
  },
  summaryDescription:
    'for example `{ count: 12, onNow: 9, … }`. Lists of counts hold the values that occur, the most frequent first, then ' +
    'by name.',
});

builder.queryFields((t) => ({
  screen: t.field(findableScreens.recordField()),
  screens: t.field(findableScreens.field('Query')),
  screenSummary: t.field(findableScreens.summaryField('Query')),
}));
