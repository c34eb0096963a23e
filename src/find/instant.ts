/**
 * A point in time as a text whose order is the order of time: seconds since the year 0, twelve digits, and the
 * fraction without final zeros. Exact for any number of decimals, which milliseconds are not.
 */
export type Instant = string & { readonly isInstant: true };

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** The earliest and the latest offset move a date of four digits beyond the years 0 to 9999. */
const margin = 86_400;

/**
 * The instant of an RFC 3339 date-time. A list has thousands of them, so digits are read at their places.
 *
 * @returns undefined for any other text, a day that no calendar has, and a leap second that is not at 23:59:60 UTC
 */
export function parseInstant(text: string): Instant | undefined {
  if (!rfc3339.test(text)) return undefined;
  const day = readDay(text);
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  const zone = text.length - (isUtc(text) ? 1 : 6);
  const offset = readOffset(text, zone);
  if (day === undefined || offset === undefined || hour > 23 || minute > 59 || second > 60) return undefined;
  const seconds = day * 86_400 + hour * 3600 + minute * 60 + second - offset;
  if (second === 60 && seconds % 86_400 !== 0) return undefined;
  const whole = String(seconds + margin).padStart(12, '0');
  // The text has the order that the type promises.
  return `${whole}.${withoutFinalZeros(text.slice(20, zone))}` as Instant;
}

const digit = (text: string, index: number): number => text.charCodeAt(index) - 48;

const twoDigits = (text: string, index: number): number => digit(text, index) * 10 + digit(text, index + 1);

/** `Z`, in either case, is the only letter at the end. */
const isUtc = (text: string): boolean => text.charCodeAt(text.length - 1) > 57;

/** Seconds that local time is ahead of UTC. */
function readOffset(text: string, zone: number): number | undefined {
  if (isUtc(text)) return 0;
  const [hours, minutes] = [twoDigits(text, zone + 1), twoDigits(text, zone + 4)];
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-', zone) ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** Days since the first day of the year 0, in the Gregorian calendar. */
function readDay(text: string): number | undefined {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const start = daysBefore[month - 1];
  const end = daysBefore[month];
  if (start === undefined || end === undefined || day < 1) return undefined;
  if (day > end - start + (month === 2 && isLeapYear ? 1 : 0)) return undefined;
  const leapDays = Math.ceil(year / 4) - Math.ceil(year / 100) + Math.ceil(year / 400);
  return year * 365 + leapDays + start + (month > 2 && isLeapYear ? 1 : 0) + day - 1;
}

/** Days of a common year before each month, and before the next year. */
const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

const withoutFinalZeros = (digits: string): string =>
  digits.endsWith('0') ? digits.replace(/0+$/, '') : digits;
