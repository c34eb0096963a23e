import {
  availabilitySchema,
  specialWindowSchema,
  weeklyWindowSchema,
} from '../../partner/screen.js';
import { contractEnum } from '../builder.js';
import { recordType } from '../record-type.js';

const AvailabilityModeRef = contractEnum(
  'AvailabilityMode',
  'How the hours of a screen are configured.',
  {
    always: 'On at all times.',
    weekly: 'On in the windows of `weekly`.',
    special: 'On in the window of `special`.',
  },
);

const DayOfWeekRef = contractEnum(
  'DayOfWeek',
  'A day of the week, in the time zone of the availability.',
  {
    monday: 'Monday.',
    tuesday: 'Tuesday.',
    wednesday: 'Wednesday.',
    thursday: 'Thursday.',
    friday: 'Friday.',
    saturday: 'Saturday.',
    sunday: 'Sunday.',
  },
);

const WeeklyWindowRef = recordType(
  'WeeklyWindow',
  weeklyWindowSchema,
  'Hours on one day of the week. An end before the start is passed on unchanged.',
  {
    day: [DayOfWeekRef, 'The day on which the window begins.'],
    start: 'When the window opens.',
    end: 'When the window closes.',
  },
);

const SpecialWindowRef = recordType(
  'SpecialWindow',
  specialWindowSchema,
  'Hours within a range of dates.',
  {
    startDate: 'First date of the range.',
    endDate: 'Last date of the range.',
    start: 'When the window opens.',
    end: 'When the window closes.',
  },
);

export const AvailabilityRef = recordType(
  'Availability',
  availabilitySchema,
  'When a screen is scheduled to be on. Costs no request besides that for its screen.',
  {
    mode: [AvailabilityModeRef, 'How the hours are configured.'],
    timezone: 'The time zone of all hours and dates here, for example `Europe/Berlin`.',
    isOnNow:
      'Whether the screen is scheduled to be on, as the Partner API resolved it for this response. The façade never computes it. Whether the device works is `Screen.status`.',
    weekly: [WeeklyWindowRef, 'The windows of mode WEEKLY. Null if the Partner API sends none.'],
    special: [SpecialWindowRef, 'The window of mode SPECIAL. Null if the Partner API sends none.'],
  },
);
