import { createContext, use } from 'react';
import { describeBriefly, describeSchedule } from '../component/schedule.js';
import { scheduleFragment } from '../component/schedule-fragment.js';
import { readFragment } from '../generated/index.js';
import type { ScreenRowFragment } from '../generated/graphql.js';

/** The time in milliseconds since 1970: one clock for all rows of a list. */
export const NowContext = createContext(0);

interface ScheduleTextProps {
  readonly screen: ScreenRowFragment;
  /** A title above says that this is the schedule. */
  readonly isBrief?: boolean;
}

/** The schedule of a screen in words. It says nothing of the device. */
export function ScheduleText({ screen, isBrief = false }: ScheduleTextProps) {
  const now = use(NowContext);
  const availability = readFragment(scheduleFragment, screen.availability);
  const text = (isBrief ? describeBriefly : describeSchedule)(availability, now);
  return <span className={availability.isOnNow ? 'scheduled' : 'scheduled scheduled--off'}>{text}</span>;
}
