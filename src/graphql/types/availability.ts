import type { Availability, SpecialWindow, WeeklyWindow } from '../../partner/screen.js';
import { builder, contractEnum } from '../builder.js';

const AvailabilityModeRef = contractEnum('AvailabilityMode', 'How the hours of a screen are configured.', {
  always: 'On at all times.',
  weekly: 'On in the windows of `weekly`.',
  special: 'On in the window of `special`.',
});

const DayOfWeekRef = contractEnum('DayOfWeek', 'A day of the week, in the time zone of the availability.', {
  monday: 'Monday.',
  tuesday: 'Tuesday.',
  wednesday: 'Wednesday.',
  thursday: 'Thursday.',
  friday: 'Friday.',
  saturday: 'Saturday.',
  sunday: 'Sunday.',
});

const WeeklyWindowRef = builder.objectRef<WeeklyWindow>('WeeklyWindow').implement({
  description: 'Hours on one day of the week. An end before the start is passed on unchanged.',
  fields: (t) => ({
    day: t.expose('day', { type: DayOfWeekRef, description: 'The day on which the window begins.' }),
    start: t.expose('start', { type: 'LocalTime', description: 'When the window opens.' }),
    end: t.expose('end', { type: 'LocalTime', description: 'When the window closes.' }),
  }),
});

const SpecialWindowRef = builder.objectRef<SpecialWindow>('SpecialWindow').implement({
  description: 'Hours within a range of dates.',
  fields: (t) => ({
    startDate: t.expose('startDate', { type: 'LocalDate', description: 'First date of the range.' }),
    endDate: t.expose('endDate', { type: 'LocalDate', description: 'Last date of the range.' }),
    start: t.expose('start', { type: 'LocalTime', description: 'When the window opens.' }),
    end: t.expose('end', { type: 'LocalTime', description: 'When the window closes.' }),
  }),
});

export const AvailabilityRef = builder.objectRef<Availability>('Availability').implement({
  description: 'When a screen is scheduled to be on. Costs no request besides that for its screen.',
  fields: (t) => ({
    mode: t.expose('mode', { type: AvailabilityModeRef, description: 'How the hours are configured.' }),
    timezone: t.expose('timezone', {
      type: 'TimeZone',
      description: 'The time zone of all hours and dates here, for example `Europe/Berlin`.',
    }),
    isOnNow: t.exposeBoolean('isOnNow', {
      description:
        'Whether the screen is scheduled to be on, as the Partner API resolved it for this response. The façade never computes it. Whether the device works is `Screen.status`.',
    }),
    weekly: t.expose('weekly', {
      type: [WeeklyWindowRef],
      nullable: true,
      description: 'The windows of mode WEEKLY. Null if the Partner API sends none.',
    }),
    special: t.expose('special', {
      type: SpecialWindowRef,
      nullable: true,
      description: 'The window of mode SPECIAL. Null if the Partner API sends none.',
    }),
  }),
});
