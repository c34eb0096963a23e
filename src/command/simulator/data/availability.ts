import { localMoment, type LocalMoment } from './moment.js';
import type { Random } from './random.js';

export interface WeeklyWindow {
  readonly day: string;
  readonly start: string;
  readonly end: string;
}

export interface SpecialWindow {
  readonly startDate: string;
  readonly endDate: string;
  readonly start: string;
  readonly end: string;
}

/** The configured hours of a screen; whether it is on now depends on the clock. */
export interface Timetable {
  readonly mode: 'always' | 'weekly' | 'special';
  readonly timezone: string;
  readonly weekly?: readonly WeeklyWindow[];
  readonly special?: SpecialWindow;
}

export interface Availability extends Timetable {
  readonly isOnNow: boolean;
}

const days = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** Weeks of a station, a shop, an office with a midday break, and a night service past midnight. */
const weeks: readonly [readonly WeeklyWindow[], ...(readonly WeeklyWindow[])[]] = [
  [...span(0, 5, '05:00', '23:30'), ...span(5, 7, '06:00', '22:00')],
  span(0, 6, '08:00', '20:00'),
  days.slice(0, 5).flatMap((day) => [
    { day, start: '07:30', end: '12:00' },
    { day, start: '13:15', end: '18:45' },
  ]),
  span(4, 6, '20:00', '02:30'),
];

const specials: readonly [SpecialWindow, ...SpecialWindow[]] = [
  { startDate: '2026-11-23', endDate: '2027-01-06', start: '07:00', end: '22:00' },
  { startDate: '2026-01-01', endDate: '2028-12-31', start: '06:00', end: '18:00' },
  { startDate: '2025-06-01', endDate: '2025-09-15', start: '09:00', end: '21:00' },
];

/**
 * The timetable of the screen at an index. Half of the screens are always on; some of those keep
 * the weekly windows of an earlier mode, because the mode is reported as configured (contract,
 * "States and transitions").
 */
export function createTimetable(index: number, timezone: string, random: Random): Timetable {
  if (index % 4 === 1) return { mode: 'weekly', timezone, weekly: random.pick(weeks) };
  if (index % 8 === 3) return { mode: 'special', timezone, special: random.pick(specials) };
  if (index % 8 === 6) return { mode: 'always', timezone, weekly: random.pick(weeks) };
  return { mode: 'always', timezone };
}

/**
 * The timetable with `isOnNow` at a moment. A window that ends before it starts runs past midnight.
 * That is our choice: the contract does not say so, and could mean a closed window.
 */
export function resolveAvailability(timetable: Timetable, now: Date): Availability {
  return { ...timetable, isOnNow: isOn(timetable, localMoment(now, timetable.timezone)) };
}

function isOn({ mode, weekly = [], special }: Timetable, moment: LocalMoment): boolean {
  if (mode === 'always') return true;
  if (mode === 'weekly') return weekly.some((window) => isInWeekly(window, moment));
  return special !== undefined && isInSpecial(special, moment);
}

function isInWeekly({ day, start, end }: WeeklyWindow, moment: LocalMoment): boolean {
  const hasBegun = day === moment.day && start <= moment.time;
  if (start < end) return hasBegun && moment.time < end;
  const isFromYesterday = dayAfter(day) === moment.day && moment.time < end;
  return hasBegun || isFromYesterday;
}

function isInSpecial(
  { startDate, endDate, start, end }: SpecialWindow,
  { date, time }: LocalMoment,
): boolean {
  return startDate <= date && date <= endDate && start <= time && time < end;
}

function dayAfter(day: string): string | undefined {
  return days[(days.findIndex((one) => one === day) + 1) % days.length];
}

function span(from: number, to: number, start: string, end: string): WeeklyWindow[] {
  return days.slice(from, to).map((day) => ({ day, start, end }));
}
