import type { summarizeScreens } from '../../find/screen.js';
import type { SummaryOf, ValueCount } from '../../find/summary.js';
import { type Screen, screens } from '../../partner/screen.js';
import { builder } from '../builder.js';
import { type Summary, summaryField } from '../find/summary-field.js';
import { CountPrecisionRef } from './count-precision.js';
import { screenFinding } from './screen-filter.js';
import { ScreenOrientationRef, ScreenStatusRef } from './screen-state.js';

const ScreenStatusCountRef = builder.objectRef<ValueCount<Screen['status']>>('ScreenStatusCount').implement({
  description: 'How many screens have a status.',
  fields: (t) => ({
    status: t.expose('value', { type: ScreenStatusRef, description: 'The status, for example `OFFLINE`.' }),
    count: t.exposeInt('count', { description: 'Number of screens that have it.' }),
  }),
});

const ScreenOrientationCountRef = builder
  .objectRef<ValueCount<NonNullable<Screen['orientation']> | null>>('ScreenOrientationCount')
  .implement({
    description: 'How many screens are mounted in one way.',
    fields: (t) => ({
      orientation: t.expose('value', {
        type: ScreenOrientationRef,
        nullable: true,
        description: 'The orientation, for example `PORTRAIT`. Null for the screens that have none.',
      }),
      count: t.exposeInt('count', { description: 'Number of screens that have it.' }),
    }),
  });

const TimeZoneCountRef = builder.objectRef<ValueCount<string>>('TimeZoneCount').implement({
  description: 'How many screens are in a time zone.',
  fields: (t) => ({
    timezone: t.expose('value', {
      type: 'TimeZone',
      description: 'The time zone of their availability, for example `Europe/Berlin`.',
    }),
    count: t.exposeInt('count', { description: 'Number of screens in it.' }),
  }),
});

export const ScreenSummaryRef =
  builder.objectRef<Summary<SummaryOf<typeof summarizeScreens>>>('ScreenSummary');

ScreenSummaryRef.implement({
  description:
    'Figures of the screens that match, for example `{ count: 12, onNow: 9, … }`. Lists of counts hold the values that ' +
    'occur, the most frequent first, then by name.',
  fields: (t) => ({
    count: t.exposeInt('count', { description: 'Number of screens.' }),
    precision: t.expose('precision', {
      type: CountPrecisionRef,
      description: 'Whether all screens could be counted.',
    }),
    byStatus: t.expose('byStatus', {
      type: [ScreenStatusCountRef],
      description: 'Screens of each status, for example `[{ status: ONLINE, count: 10 }, …]`.',
    }),
    byOrientation: t.expose('byOrientation', {
      type: [ScreenOrientationCountRef],
      description: 'Screens mounted in each way; those without an orientation have an entry of their own.',
    }),
    byTimezone: t.expose('byTimezone', {
      type: [TimeZoneCountRef],
      description: 'Screens in each time zone.',
    }),
    onNow: t.exposeInt('onNow', {
      description: 'Screens whose schedule is on, as the Partner API reports it at this moment.',
    }),
    totalDurationSeconds: t.exposeFloat('totalDurationSeconds', {
      description: 'Duration of the enabled content of all of them, in seconds.',
    }),
    lastUpdatedAt: t.expose('lastUpdatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When one of them was last changed, as its record says. Null if there are none.',
    }),
  }),
});

builder.queryField('screenSummary', (t) =>
  t.field(
    summaryField(
      screens,
      ScreenSummaryRef,
      screenFinding,
      'Counts screens. Costs one REST request for each 100 screens of the organization, also with a filter; all filters, ' +
        'orders and summaries of screens in one operation share them. Needs screens:read.',
    ),
  ),
);
