/**
 * A point in time as a text whose order is the order of time: seconds since the year 0, twelve digits, and the
 * fraction without final zeros. Exact for any number of decimals, which milliseconds are not.
 */
export type Instant = string & { readonly isInstant: true };

const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** From the year 0 to 1970. */
const secondsBeforeEpoch = 62_167_219_200;

/** The earliest and the latest offset move a date of four digits beyond the years 0 to 9999. */
const margin = 86_400;

/**
 * The instant of an RFC 3339 date-time.
 *
 * @returns undefined for any other text, a day that no calendar has, and a leap second that is not at 23:59:60 UTC
 */
export function parseInstant(text: string): Instant | undefined {
  const match = rfc3339.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second, offsetHours, offsetMinutes] = [1, 2, 3, 4, 5, 6, 9, 10].map(
    (group) => Number(match[group] ?? 0),
  ) as Numbers; // As many numbers as groups.
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60 || offsetHours > 23 || offsetMinutes > 59) return undefined;
  const sign = match[8] === '-' ? -1 : 1;
  const offset = sign * (offsetHours * 3600 + offsetMinutes * 60);
  const seconds = secondsOfDay(year, month, day) + hour * 3600 + minute * 60 + second - offset;
  if (second === 60 && seconds % 86_400 !== 0) return undefined;
  const whole = String(seconds + secondsBeforeEpoch + margin).padStart(12, '0');
  // The text has the order that the type promises.
  return `${whole}.${(match[7] ?? '').replace(/0+$/, '')}` as Instant;
}

type Numbers = [number, number, number, number, number, number, number, number];

/** `Date.UTC` takes the years 0 to 99 for 1900 to 1999. */
function secondsOfDay(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1000;
}

function daysIn(year: number, month: number): number {
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}
