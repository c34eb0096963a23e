import type { Random } from './random.js';

/** A moment in the local time of a time zone. */
export interface LocalMoment {
  /** `monday` to `sunday`. */
  readonly day: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  /** HH:MM. */
  readonly time: string;
}

/** The local time of a time zone, to the minute. */
export function localMoment(now: Date, timeZone: string): LocalMoment {
  const minute = Math.floor(now.getTime() / 60_000);
  const known = latest.get(timeZone);
  if (known?.minute === minute) return known.moment;
  const moment = readClock(now, timeZone);
  latest.set(timeZone, { minute, moment });
  return moment;
}

/**
 * Times of creation and last change, independent of the clock: they are the same at every start.
 */
export function createTimestamps(random: Random): {
  readonly createdAt: string;
  readonly updatedAt: string;
} {
  const created = random.int(Date.UTC(2022, 2, 1), Date.UTC(2026, 5, 1));
  const updated = random.int(created, Date.UTC(2026, 9, 31));
  return { createdAt: new Date(created).toISOString(), updatedAt: new Date(updated).toISOString() };
}

/** Intl costs microseconds per call, and a page of 100 screens shares a handful of zones. */
const latest = new Map<string, { readonly minute: number; readonly moment: LocalMoment }>();
const clocks = new Map<string, Intl.DateTimeFormat>();

function readClock(now: Date, timeZone: string): LocalMoment {
  const clock = clockOf(timeZone);
  const parts = new Map(clock.formatToParts(now).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    day: part('weekday').toLowerCase(),
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  };
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const clock = clocks.get(timeZone) ?? createClock(timeZone);
  clocks.set(timeZone, clock);
  return clock;
}

function createClock(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}
