import {
  type Hours,
  isOdd,
  join,
  parseTime,
  readWeek,
  type Stretch,
  type Timetable,
  weekDays,
  type WeeklyHours,
} from '../component/timetable.js';
import { formatMinute, minutesOfDay } from '../component/zone-time.js';

/** A part of a day, in minutes of the day. */
interface Bar extends Stretch {
  /** Whether the screen is on depends on what an end before the start means. */
  readonly isUnclear: boolean;
}

export type WeekRow = ReturnType<typeof toWeek>[number];

/** The seven days of the weekly windows, or of a screen that is always on. */
export function toWeek({ mode, weekly }: Pick<Timetable, 'mode' | 'weekly'>) {
  if (mode === 'ALWAYS')
    return weekDays.map((_name, day) => ({
      day,
      bars: [wholeDay],
      hours: [{ text: 'All day', isUnclear: false }],
    }));
  const windows = (weekly ?? []).filter(isReadable);
  return weekDays.map((name, day) => ({
    /** 0 is Monday. */
    day,
    bars: barsOf(windows, day),
    /** The windows that begin on this day, as configured. */
    hours: windows
      .filter((window) => window.day === name)
      .toSorted((a, b) => (a.start < b.start ? -1 : 1))
      .map(describeHours),
  }));
}

/** Windows whose day or time this page cannot read. */
export const findUnreadable = (weekly: readonly WeeklyHours[] | null): readonly WeeklyHours[] =>
  (weekly ?? []).filter((window) => !isReadable(window));

const isReadable = (window: WeeklyHours): boolean => readWeek([window], 'closed') !== undefined;

/** The hours of each day of a special period. */
export function toDayBars(hours: Hours): readonly Bar[] {
  const [from, to] = [parseTime(hours.start), parseTime(hours.end)];
  if (from === undefined || to === undefined) return [];
  if (from < to) return [{ from, to, isUnclear: false }];
  return [
    { from: 0, to, isUnclear: true },
    { from, to: minutesOfDay, isUnclear: true },
  ].filter((bar) => bar.from < bar.to);
}

export const describeHours = (hours: Hours) => ({
  /** Such as `08:00–20:00`. */
  text: `${hours.start}–${hours.end}`,
  isUnclear: isOdd(hours),
});

const wholeDay: Bar = { from: 0, to: minutesOfDay, isUnclear: false };

/** What is on in both readings is clear; what is on in one alone is not. */
function barsOf(windows: readonly WeeklyHours[], day: number): readonly Bar[] {
  const clear = cutDay(join(readWeek(windows, 'closed') ?? []), day);
  const odd = cutDay(join(readWeek(windows.filter(isOdd), 'overnight') ?? []), day);
  return [
    ...clear.map((bar) => ({ ...bar, isUnclear: false })),
    ...clear.reduce(subtract, odd).map((bar) => ({ ...bar, isUnclear: true })),
  ].toSorted((a, b) => a.from - b.from);
}

/** The part of a week's stretches that lies in a day; what runs past Sunday goes on on Monday. */
function cutDay(stretches: readonly Stretch[], day: number): readonly Stretch[] {
  const start = day * minutesOfDay;
  const around = stretches.flatMap(({ from, to }) => [
    { from, to },
    { from: from - 7 * minutesOfDay, to: to - 7 * minutesOfDay },
  ]);
  const cut = around.map(({ from, to }) => ({
    from: Math.max(0, from - start),
    to: Math.min(minutesOfDay, to - start),
  }));
  return join(cut.filter(({ from, to }) => from < to));
}

const subtract = (stretches: readonly Stretch[], part: Stretch): readonly Stretch[] =>
  stretches
    .flatMap(({ from, to }) => [
      { from, to: Math.min(to, part.from) },
      { from: Math.max(from, part.to), to },
    ])
    .filter(({ from, to }) => from < to);

/** Hours between two lines of the timeline. */
const tickHours = 6;

/** The times below the timeline, `00:00` to `24:00`. */
export const ticks: readonly { readonly minute: number; readonly label: string }[] = Array.from(
  { length: 24 / tickHours + 1 },
  (_none, index) => ({
    minute: index * tickHours * 60,
    label: formatMinute(index * tickHours * 60),
  }),
);

/** A minute of the day as its place on the timeline. */
export const placeOf = (minute: number): string => `${((100 * minute) / minutesOfDay).toFixed(3)}%`;
