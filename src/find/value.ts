/**
 * A point in time as a text whose order is the order of time: seconds since the year 0, twelve
 * digits, and the fraction without final zeros. Exact for any number of decimals, which
 * milliseconds are not.
 */
export type Instant = string & { readonly isInstant: true };

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** Characters. A second and its offset take 25, and the fraction may take the rest. */
export const maxInstantLength = 256;

/**
 * Seconds from the day before the year 400, which stands for the year 0, to 1970: an offset moves a
 * date into that day.
 */
const secondsBeforeEpoch = 49_544_524_800;

/**
 * The instant of an RFC 3339 date-time. Undefined for any other text, one of more than 256
 * characters, a day that no calendar has, and a leap second that is not at 23:59:60 UTC.
 */
export function parseInstant(text: string): Instant | undefined {
  // Digits are read in place: a filter reads the times of all records, and groups would be a list
  // for each.
  if (text.length > maxInstantLength || !rfc3339.test(text)) return undefined;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const [month, day] = [twoDigits(text, 5), twoDigits(text, 8)];
  const [hour, minute, second] = [twoDigits(text, 11), twoDigits(text, 14), twoDigits(text, 17)];
  // `Date.UTC` takes the years 0 to 99 for 1900 to 1999; 400 years later, each month has as many
  // days.
  const date = Date.UTC(year + 400, month - 1, day);
  if (month < 1 || month > 12 || new Date(date).getUTCDate() !== day) return undefined;
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const isUtc = text.endsWith('Z') || text.endsWith('z');
  const offset = isUtc ? 0 : offsetOf(text);
  if (offset === undefined) return undefined;
  const seconds = date / 1000 + hour * 3600 + minute * 60 + second - offset;
  if (second === 60 && seconds % 86_400 !== 0) return undefined;
  const whole = String(seconds + secondsBeforeEpoch).padStart(12, '0');
  // The text has the order that the type promises.
  return `${whole}.${withoutFinalZeros(text.slice(20, isUtc ? -1 : -6))}` as Instant;
}

const twoDigits = (text: string, start: number): number =>
  (text.charCodeAt(start) - 48) * 10 + text.charCodeAt(start + 1) - 48;

/** Seconds that the last six characters are ahead of UTC; undefined where no day has as many. */
function offsetOf(text: string): number | undefined {
  const [hours, minutes] = [twoDigits(text, text.length - 5), twoDigits(text, text.length - 2)];
  if (hours > 23 || minutes > 59) return undefined;
  return (text.at(-6) === '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

function withoutFinalZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Plain ASCII has no marks to drop, and nearly every name is plain. */
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/**
 * Characters of a record's text that filters, orders and summaries compare. The Partner API may
 * send a name of any length, and to fold or to order one takes longer than to read it.
 */
export const maxComparedLength = 512;

/** Combining marks in a row of a text that names are ordered by; no script writes as many. */
const tooManyMarks = /(\p{M}{8})\p{M}+/gu;

/**
 * A text with at most 8 combining marks in a row: a collation takes longer than the square of their
 * number.
 */
export const withFewMarks = (text: string): string =>
  isAscii(text) ? text : text.replace(tooManyMarks, '$1');

/**
 * By code point, for `Array.sort`: JavaScript's own `<` compares UTF-16 units, which sorts U+FFFD
 * behind an emoji.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) return rankOfUnit(left) - rankOfUnit(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above U+FFFF, so they rank behind every other unit. */
const rankOfUnit = (unit: number): number =>
  unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit;
