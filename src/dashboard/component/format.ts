const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const times = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

const visible = /[^\s\p{Cc}\p{Cf}]/u;

/** A name, or what stands in the place of one that nobody can see: the CMS allows blank names. */
export const formatName = (name: string | null | undefined, instead: string): string =>
  name != null && visible.test(name) ? name : instead;

/** A number with thousands separators. */
export const formatNumber = (value: number): string => numbers.format(value);

/** A count with its noun, `1 item` and `12 items`. */
export const formatCount = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${numbers.format(count)} ${count === 1 ? noun : nouns}`;

/**
 * A duration such as `12.5 s`, `3 min 20 s` or `2 h 5 min`, without line breaks before the units.
 */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${numbers.format(seconds)}\u00a0s`;
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor((whole % 3600) / 60),
    whole % 60,
  ];
  const parts =
    hours > 0
      ? [`${hours}\u00a0h`, minutes && `${minutes}\u00a0min`]
      : [`${minutes}\u00a0min`, rest && `${rest}\u00a0s`];
  return parts.filter(Boolean).join(' ');
}

/** Bytes in decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  const [unit, size] =
    bytes >= 1e9
      ? (['GB', 1e9] as const)
      : bytes >= 1e6
        ? (['MB', 1e6] as const)
        : (['kB', 1e3] as const);
  return `${numbers.format(bytes / size)}\u00a0${unit}`;
}

/** Width and height in pixels; empty when either is missing. */
export const formatSize = (size: Size | null | undefined): string =>
  size?.width == null || size.height == null ? '' : `${size.width}\u00a0×\u00a0${size.height}`;

interface Size {
  readonly width: number | null;
  readonly height: number | null;
}

/** A timestamp in the visitor's time zone; unchanged when it cannot be parsed. */
export function formatDateTime(timestamp: string): string {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? timestamp : moments.format(time);
}

/**
 * A time of the day in the visitor's time zone, such as `14:02`.
 *
 * @param time milliseconds since 1970
 */
export const formatTime = (time: number): string => times.format(time);

/** An enum value as words: `LANDSCAPE_FLIPPED` is `Landscape, flipped`. */
export function formatEnum(member: string): string {
  const [first = '', ...rest] = member.toLowerCase().split('_');
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ');
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Seconds of a unit, the largest first. */
const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * How long ago a moment was, such as `4 weeks ago`.
 *
 * @param timestamp as the Partner API sends it; one that is no time is returned as it is
 * @param now milliseconds since 1970
 */
export function formatAgo(timestamp: string, now: number): string {
  const time = Date.parse(timestamp);
  if (Number.isNaN(time)) return timestamp;
  const seconds = (time - now) / 1000;
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? [];
  return unit === undefined ? 'just now' : relative.format(Math.trunc(seconds / size), unit);
}
