import { parseInstant } from './instant.js';
import { compareCodePoints } from './text.js';

/** A value that occurs, and how often; null for the records without one. */
export interface ValueCount<V> {
  readonly value: V;
  readonly count: number;
}

/** How often each value occurs: the most frequent first, then by name, null last. */
export function countBy<T, V extends string | null>(
  records: readonly T[],
  read: (record: T) => V,
): readonly ValueCount<V>[] {
  const counts = new Map<V, number>();
  for (const record of records) {
    const value = read(record);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compareNames(a.value, b.value));
}

/** GraphQL shows the upper-case names of values, so these are compared. */
function compareNames(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compareCodePoints(a.toUpperCase(), b.toUpperCase());
}

/** Two finite values can add up to Infinity, which no result can hold; the sum stays at the largest finite number. */
export const sumOf = <T>(records: readonly T[], read: (record: T) => number): number =>
  records.reduce((sum, record) => toFinite(sum + read(record)), 0);

const toFinite = (sum: number): number => Math.min(Math.max(sum, -Number.MAX_VALUE), Number.MAX_VALUE);

/** The latest of the times, as its record writes it; null where no record has one. */
export function latestOf<T>(records: readonly T[], read: (record: T) => string): string | null {
  let latest: { readonly text: string; readonly instant: string } | undefined;
  for (const record of records) {
    const text = read(record);
    const instant = parseInstant(text);
    if (instant !== undefined && (latest === undefined || instant > latest.instant))
      latest = { text, instant };
  }
  return latest?.text ?? null;
}
