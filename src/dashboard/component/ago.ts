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
