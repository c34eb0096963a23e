/** What a clock in a time zone shows. */
export interface ZoneTime {
  /** Shape YYYY-MM-DD. */
  readonly date: string;
  /** 0 is Monday. */
  readonly day: number;
  /** Of the day, 0 to 1439. */
  readonly minute: number;
  /** Minutes of the clock since 1970, as if it never changed between summer and winter time. */
  readonly wallMinute: number;
  /** Minutes ahead of UTC. */
  readonly offset: number;
}

/**
 * Reads the clock of a time zone.
 *
 * @param now in milliseconds since 1970
 * @returns undefined where the browser does not know the zone
 */
export function readZoneTime(timezone: string, now: number): ZoneTime | undefined {
  const parts = clockOf(timezone)?.formatToParts(now);
  if (parts === undefined) return undefined;
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  const wallMinute = wall / 60_000;
  const { day, minute } = splitWallMinute(wallMinute);
  return {
    date: dateOf(wallMinute),
    day,
    minute,
    wallMinute,
    offset: wallMinute - Math.floor(now / 60_000),
  };
}

export const minutesOfDay = 1440;

export function splitWallMinute(wallMinute: number): Pick<ZoneTime, 'day' | 'minute'> {
  const days = Math.floor(wallMinute / minutesOfDay);
  // 1 January 1970 was a Thursday.
  return { day: (((days + 3) % 7) + 7) % 7, minute: wallMinute - days * minutesOfDay };
}

export const dateOf = (wallMinute: number): string =>
  new Date(wallMinute * 60_000).toISOString().slice(0, 10);

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** A minute of the day as `06:00`; 1440 is `24:00`. */
export const formatMinute = (minute: number): string =>
  `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

const two = (value: number): string => String(value).padStart(2, '0');

/** The city of a zone: `America/Argentina/Buenos_Aires` is `Buenos Aires`. */
export const cityOf = (timezone: string): string =>
  (timezone.split('/').at(-1) ?? '').replaceAll('_', ' ');

/**
 * The local time in words: `Tue 14:05 in Berlin, 2 h behind you`.
 *
 * @param ownOffset of the reader's clock, in minutes ahead of UTC
 * @returns undefined where the browser does not know the zone
 */
export function describeLocalTime(
  timezone: string,
  now: number,
  ownOffset = -new Date(now).getTimezoneOffset(),
): string | undefined {
  const time = readZoneTime(timezone, now);
  if (time === undefined) return undefined;
  const words = `${dayNames[time.day] ?? ''} ${formatMinute(time.minute)} in ${cityOf(timezone)}`;
  const difference = time.offset - ownOffset;
  if (difference === 0) return words;
  return `${words}, ${formatHours(Math.abs(difference))} ${difference > 0 ? 'ahead of' : 'behind'} you`;
}

function formatHours(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && `${hours}\u00a0h`, rest > 0 && `${rest}\u00a0min`].filter(Boolean).join(' ');
}

/** Lists show hundreds of screens in few zones, and a formatter costs more than all its work. */
const clocks = new Map<string, Intl.DateTimeFormat | undefined>();

function clockOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (!clocks.has(timeZone)) clocks.set(timeZone, createClock(timeZone));
  return clocks.get(timeZone);
}

function createClock(timeZone: string): Intl.DateTimeFormat | undefined {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...numeric,
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
      timeZone,
    });
  } catch {
    // A RangeError: the name comes from the Partner API, and browsers know different ones.
    return undefined;
  }
}
