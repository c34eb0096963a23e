/**
 * Seconds to wait by a `Retry-After` header: a number of seconds or an HTTP date (RFC 9110,
 * 10.2.3). The contract does not show whether the upstream sends one, nor its form.
 *
 * @param date the header `Date` of the same response. A date in `value` counts against it, so a
 *   clock that differs from ours does not change the wait; where it is missing or unusable, our
 *   clock takes its place
 * @param now our clock, in milliseconds since 1970
 * @returns undefined when there is none, or none that can be read; never negative, and not capped:
 *   the cool-down caps it
 */
export function readRetryAfter(
  value: string | undefined,
  date: string | undefined,
  now: number,
): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  // The same header several times is the list of its values (RFC 9110, 5.3).
  const [, seconds] = /^(\d{1,10}(?:\.\d{1,3})?)(?:\s*,\s*\1)*$/.exec(text) ?? [];
  if (seconds !== undefined) return Number(seconds);
  const until = parseHttpDate(text);
  if (until === undefined) return undefined;
  const upstreamNow = date === undefined ? undefined : parseHttpDate(date.trim());
  const since = upstreamNow ?? now;
  return Math.max(0, Math.ceil((until - since) / 1000));
}

/** The three forms of RFC 9110, 5.6.7. `Date.parse` alone also takes bare numbers and words. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w -]+ \d\d:\d\d:\d\d (?:GMT|\d{4})$/;

function parseHttpDate(text: string): number | undefined {
  if (!httpDate.test(text)) return undefined;
  // The form of asctime names no zone; it means UTC, and `Date.parse` would take the machine's own.
  const time = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
