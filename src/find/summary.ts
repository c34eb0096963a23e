import { parseInstant } from './instant.js';
import { forEachInSteps, type Steps } from './steps.js';
import { compareCodePoints } from './text.js';

/** A value that occurs, and how often; null for the records without one. */
export interface ValueCount<V> {
  readonly value: V;
  readonly count: number;
}

/** One figure of a summary, which grows with each record. */
export interface Figure<T, V> {
  readonly add: (record: T) => void;
  readonly value: () => V;
}

/** What a function of this kind computes. */
export type SummaryOf<F> = F extends (records: never) => Steps<infer S> ? S : never;

/** The values of some figures by their names. */
type ValuesOf<F> = { readonly [N in keyof F]: F[N] extends Figure<never, infer V> ? V : never };

/** A figure costs about as much as a field of a response. */
const figureWeight = 1;

/** Reads the records once for all figures. */
export function* summarize<T, F extends Readonly<Record<string, Figure<T, unknown>>>>(
  records: readonly T[],
  figures: F,
): Steps<ValuesOf<F>> {
  const entries = Object.entries(figures);
  yield* forEachInSteps(records, entries.length * figureWeight, (record) => {
    for (const [, figure] of entries) figure.add(record);
  });
  // Each name has the value of its figure.
  return Object.fromEntries(entries.map(([name, figure]) => [name, figure.value()])) as ValuesOf<F>;
}

/** How often each value occurs: the most frequent first, then by name, null last. */
export function countBy<T, V extends string | null>(
  read: (record: T) => V,
): Figure<T, readonly ValueCount<V>[]> {
  const counts = new Map<V, number>();
  return {
    add(record) {
      const value = read(record);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    },
    value: () =>
      [...counts]
        .map(([value, count]) => ({ value, count }))
        .sort((a, b) => b.count - a.count || compareNames(a.value, b.value)),
  };
}

/** GraphQL shows the upper-case names of values, so these are compared. */
function compareNames(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compareCodePoints(a.toUpperCase(), b.toUpperCase());
}

/** How many records there are, or are of a kind. */
export const countOf = <T>(isOfKind: (record: T) => boolean = () => true): Figure<T, number> =>
  sumOf((record) => (isOfKind(record) ? 1 : 0));

/** Two finite values can add up to Infinity, which no result can hold; the sum stays at the largest finite number. */
export function sumOf<T>(read: (record: T) => number): Figure<T, number> {
  let sum = 0;
  return {
    add(record) {
      sum = toFinite(sum + read(record));
    },
    value: () => sum,
  };
}

const toFinite = (sum: number): number => Math.min(Math.max(sum, -Number.MAX_VALUE), Number.MAX_VALUE);

/** The latest of the times, as its record writes it; null where no record has one. */
export function latestOf<T>(read: (record: T) => string): Figure<T, string | null> {
  let latest: { readonly text: string; readonly instant: string } | undefined;
  return {
    add(record) {
      const text = read(record);
      const instant = parseInstant(text);
      if (instant !== undefined && (latest === undefined || instant > latest.instant))
        latest = { text, instant };
    },
    value: () => latest?.text ?? null,
  };
}
