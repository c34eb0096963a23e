import { minutesOfDay } from './zone-time.js';

/** The configured hours of a screen, in its own time zone. */
export interface Timetable {
  readonly mode: string;
  readonly timezone: string;
  readonly weekly: readonly WeeklyHours[] | null;
  readonly special: SpecialHours | null;
}

export interface Hours {
  /** Shape HH:MM. */
  readonly start: string;
  readonly end: string;
}

export interface WeeklyHours extends Hours {
  readonly day: string;
}

interface SpecialHours extends Hours {
  /** Shape YYYY-MM-DD. */
  readonly startDate: string;
  readonly endDate: string;
}

/** Minutes of the clock, from included, to excluded. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * What an end that is not after the start means. The contract does not say: the window may be
 * closed, or last until that time of the next day.
 */
export type Reading = 'closed' | 'overnight';

export const weekDays = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const;

/** Minutes of the day from `00:00` to `24:00`; undefined for another shape. */
export function parseTime(time: string): number | undefined {
  if (time === '24:00') return minutesOfDay;
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hours === undefined ? undefined : 60 * Number(hours) + Number(minutes);
}

/** Whether a window ends where it starts, or before. */
export const isOdd = ({ start, end }: Hours): boolean => end <= start;

export const hasOddWindow = (timetable: Timetable): boolean => windowsOf(timetable).some(isOdd);

function windowsOf({ mode, weekly, special }: Timetable): readonly Hours[] {
  if (mode === 'WEEKLY') return weekly ?? [];
  return mode === 'SPECIAL' && special ? [special] : [];
}

/**
 * The stretches around a minute of the clock in which the windows turn the screen on, joined and in
 * order. The end of one that never ends is Infinity.
 *
 * @returns undefined where a window cannot be read, or the mode has none
 */
export function findStretches(
  { mode, weekly, special }: Timetable,
  wallMinute: number,
  reading: Reading,
): readonly Stretch[] | undefined {
  if (mode === 'WEEKLY' && weekly) return findWeekly(weekly, wallMinute, reading);
  if (mode === 'SPECIAL' && special) return findSpecial(special, wallMinute, reading);
  return undefined;
}

const minutesOfWeek = 7 * minutesOfDay;

/** 1 January 1970 was a Thursday. */
const firstMonday = 4 * minutesOfDay;

/**
 * A window of a week reaches into the next one at most, so three weeks around now tell the next
 * change.
 */
function findWeekly(
  weekly: readonly WeeklyHours[],
  wallMinute: number,
  reading: Reading,
): readonly Stretch[] | undefined {
  const week = readWeek(weekly, reading);
  if (week === undefined) return undefined;
  const monday =
    firstMonday + minutesOfWeek * Math.floor((wallMinute - firstMonday) / minutesOfWeek);
  const joined = join(
    [-1, 0, 1, 2].flatMap((weeks) => week.map((one) => move(one, monday + weeks * minutesOfWeek))),
  );
  const isEndless = ({ from, to }: Stretch): boolean => to - from >= 2 * minutesOfWeek;
  return joined.map((one) => (isEndless(one) ? { ...one, to: Infinity } : one));
}

/**
 * The stretches of a week, in minutes since Monday 00:00, not joined; undefined where one cannot be
 * read.
 */
export function readWeek(
  weekly: readonly WeeklyHours[],
  reading: Reading,
): readonly Stretch[] | undefined {
  const stretches = weekly.map((window) => {
    const day = weekDays.findIndex((name) => name === window.day);
    const hours = readHours(window, reading);
    return day < 0 || hours === undefined
      ? undefined
      : hours.map((one) => move(one, day * minutesOfDay));
  });
  return stretches.includes(undefined) ? undefined : stretches.flatMap((one) => one ?? []);
}

/** The hours of every day from the first date to the last. */
function findSpecial(
  special: SpecialHours,
  wallMinute: number,
  reading: Reading,
): readonly Stretch[] | undefined {
  const [first, last] = [parseDate(special.startDate), parseDate(special.endDate)];
  const stretches = readHours(special, reading);
  if (stretches === undefined || first === undefined || last === undefined) return undefined;
  const [hours] = stretches;
  if (hours === undefined || last < first) return [];
  // Hours around the clock are one stretch.
  if (hours.to - hours.from >= minutesOfDay)
    return [{ from: first + hours.from, to: last + hours.to }];
  const today = minutesOfDay * Math.floor(wallMinute / minutesOfDay);
  const near = [-1, 0, 1].map((days) => today + days * minutesOfDay);
  const days = [first, ...near.filter((day) => first < day && day <= last)];
  return join(days.map((day) => move(hours, day)));
}

/** None for a closed window; undefined where a time has another shape. */
function readHours({ start, end }: Hours, reading: Reading): readonly Stretch[] | undefined {
  const [from, to] = [parseTime(start), parseTime(end)];
  if (from === undefined || to === undefined) return undefined;
  if (from < to) return [{ from, to }];
  return reading === 'closed' ? [] : [{ from, to: to + minutesOfDay }];
}

function parseDate(date: string): number | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00Z`) : NaN;
  return Number.isNaN(time) ? undefined : time / 60_000;
}

const move = ({ from, to }: Stretch, by: number): Stretch => ({ from: from + by, to: to + by });

/** Overlapping and touching stretches become one. */
export function join(stretches: readonly Stretch[]): readonly Stretch[] {
  const joined: Stretch[] = [];
  for (const one of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && one.from <= last.to)
      joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, one.to) };
    else joined.push(one);
  }
  return joined;
}
