const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A number with its thousands apart. */
export const tellNumber = (value: number): string => numbers.format(value);

/** A count with its noun, `1 item` and `12 items`. */
export const tellCount = (count: number, noun: string): string =>
  `${numbers.format(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Seconds as people say them, with no break between a number and its unit: `12.5 s`, `3 min 20 s`, `2 h 5 min`. */
export function tellDuration(seconds: number): string {
  if (seconds < 60) return `${numbers.format(seconds)}\u00a0s`;
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const parts =
    hours > 0
      ? [`${hours}\u00a0h`, minutes && `${minutes}\u00a0min`]
      : [`${minutes}\u00a0min`, rest && `${rest}\u00a0s`];
  return parts.filter(Boolean).join(' ');
}

/** Bytes in decimal units, as file managers tell them. */
export function tellBytes(bytes: number): string {
  const [unit, size] =
    bytes >= 1e9 ? (['GB', 1e9] as const) : bytes >= 1e6 ? (['MB', 1e6] as const) : (['kB', 1e3] as const);
  return `${numbers.format(bytes / size)}\u00a0${unit}`;
}

/** Width and height in pixels; empty where either is not told. */
export const tellSize = (size: Size | null | undefined): string =>
  size?.width == null || size.height == null ? '' : `${size.width}\u00a0×\u00a0${size.height}`;

interface Size {
  readonly width: number | null;
  readonly height: number | null;
}

/** A timestamp in the visitor's own time zone; as it is where it cannot be read. */
export function tellMoment(timestamp: string): string {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? timestamp : moments.format(time);
}

/** An enum member as a word: `LANDSCAPE_FLIPPED` is `Landscape, flipped`. */
export function tellWord(member: string): string {
  const [first = '', ...rest] = member.toLowerCase().split('_');
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(', ');
}
