import { findStretches, hasOddWindow, type Reading, type Timetable } from './timetable.js';
import { dateOf, dayNames, formatMinute, readZoneTime, splitWallMinute } from './zone-time.js';

/** `Availability` of the schema, as far as the schedule needs it. */
export interface Availability extends Timetable {
  /** As the Partner API resolved it. */
  readonly isOnNow: boolean;
}

/** `Always on`, `Scheduled on until 22:00`, `Scheduled off until Mon 06:00`, `Scheduled off`. */
export function describeSchedule(availability: Availability, now: number): string {
  const state = describeState(availability, now);
  return state === 'always on' ? 'Always on' : `Scheduled ${state}`;
}

/**
 * The schedule where a title above says what it is: `Always on`, `On until 22:00`, `Off until Mon
 * 06:00`.
 */
export function describeBriefly(availability: Availability, now: number): string {
  const state = describeState(availability, now);
  return state.charAt(0).toUpperCase() + state.slice(1);
}

/**
 * The schedule inside a sentence: `always on`, `on until 22:00`, `off until 23 Nov 07:00`, `off`.
 * Whether it is on is never computed here, and the time is left out where the windows do not
 * explain it.
 *
 * @param now in milliseconds since 1970
 */
export function describeState(availability: Availability, now: number): string {
  const { isOnNow, mode } = availability;
  if (mode === 'ALWAYS') return isOnNow ? 'always on' : 'off';
  const until = findUntil(availability, now);
  return `${isOnNow ? 'on' : 'off'}${until === undefined ? '' : ` until ${until}`}`;
}

function findUntil(availability: Availability, now: number): string | undefined {
  const time = readZoneTime(availability.timezone, now);
  if (time === undefined) return undefined;
  const { wallMinute } = time;
  // The contract gives an end before the start no meaning: only what holds in every reading is
  // said.
  const readings: readonly Reading[] = hasOddWindow(availability)
    ? ['closed', 'overnight']
    : ['closed'];
  const changes = readings.map((reading) => findChange(availability, wallMinute, reading));
  const [change] = changes;
  if (change === undefined || !changes.every((other) => other === change)) return undefined;
  return formatChange(change, wallMinute, availability.isOnNow);
}

/**
 * The minute of the clock at which the windows turn the screen on or off; undefined where they
 * contradict `isOnNow`.
 */
function findChange(
  availability: Availability,
  wallMinute: number,
  reading: Reading,
): number | undefined {
  const stretches = findStretches(availability, wallMinute, reading);
  if (stretches === undefined) return undefined;
  const current = stretches.find(({ from, to }) => from <= wallMinute && wallMinute < to);
  if ((current !== undefined) !== availability.isOnNow) return undefined;
  if (current !== undefined) return Number.isFinite(current.to) ? current.to : undefined;
  return stretches.find(({ from }) => from > wallMinute)?.from;
}

/** The day is left out where it is today's, and is a date where it is a week away or more. */
function formatChange(change: number, wallMinute: number, isEnd: boolean): string {
  // The end of a day is 24:00 of that day, not 00:00 of the next.
  const { day, minute } = splitWallMinute(isEnd ? change - 1 : change);
  const time = formatMinute(isEnd ? minute + 1 : minute);
  const date = dateOf(isEnd ? change - 1 : change);
  const today = dateOf(wallMinute);
  if (date === today) return time;
  const days = (Date.parse(date) - Date.parse(today)) / 86_400_000;
  return `${days < 7 ? dayNames[day] : formatDate(date, today)} ${time}`;
}

/** A date as `23 Nov`, with its year where that is not the present one. */
export function formatDate(date: string, today: string): string {
  const time = Date.parse(`${date}T00:00Z`);
  if (Number.isNaN(time)) return date;
  return (date.slice(0, 4) === today.slice(0, 4) ? shortDates : longDates).format(time);
}

const dayAndMonth = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const shortDates = new Intl.DateTimeFormat('en-GB', dayAndMonth);
const longDates = new Intl.DateTimeFormat('en-GB', { ...dayAndMonth, year: 'numeric' });
