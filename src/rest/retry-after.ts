/** Seconds; the longest wait that is believed, so that a wrong clock cannot shut a credential out for days. */
const longestWait = 3600;

/**
 * Seconds to wait by a `Retry-After` header: a number of seconds or an HTTP date (RFC 9110, 10.2.3).
 * The contract does not tell whether the upstream sends one, nor its form.
 *
 * @returns undefined when there is none, or none that can be read; never negative, never above an hour
 */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,10}(?:\.\d{1,3})?$/.test(text)) return Math.min(Number(text), longestWait);
  // Date.parse also takes bare numbers and words; an HTTP date begins with the name of a day.
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const date = Date.parse(text);
  if (Number.isNaN(date)) return undefined;
  return Math.min(Math.max(0, Math.ceil((date - now) / 1000)), longestWait);
}
