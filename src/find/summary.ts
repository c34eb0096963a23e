import { compareCodePoints, maxComparedLength, parseInstant } from './value.js';
import { forEachInSteps, type Steps } from './steps.js';

/** One figure of a summary, declared once: its field in the schema, and what it counts. */
export interface Figure<T, V = unknown, S = unknown> {
  /** A list of such counts for a type of its own. */
  readonly type: 'Int' | 'Float' | 'DateTime' | CountType;
  readonly nullable?: boolean;
  readonly description: string;
  /** Before the first record. Functions of declarations are methods: see `Member`. */
  start(): S;
  /** With one more record. */
  add(state: S, record: T): S;
  value(state: S): V;
}

/**
 * How the schema shows a value and how many records have it: a `ValueCount` as the type
 * `ScreenStatusCount`, for example.
 */
export interface CountType {
  /** The name of the value's field, its type, and whether some records have none. */
  readonly field: string;
  readonly type: string;
  readonly nullable?: boolean;
  /** Describe the value, and, where the records do not simply have it, the type and the number. */
  readonly value: string;
  readonly description?: string;
  readonly count?: string;
}

/** A value that occurs, and how often; null for the records without one. */
export interface ValueCount<V> {
  readonly value: V;
  readonly count: number;
}

export type Figures = Readonly<Record<string, unknown>>;

/**
 * Reads the records once for all figures. A figure costs about as much as a field of a response.
 */
export function* summarize<T>(
  figures: Readonly<Record<string, Figure<T>>>,
  records: readonly T[],
): Steps<Figures> {
  const counters = Object.entries(figures).map(([name, figure]) => ({
    name,
    figure,
    state: figure.start(),
  }));
  yield* forEachInSteps(records, counters.length, (record) => {
    for (const counter of counters) counter.state = counter.figure.add(counter.state, record);
  });
  return Object.fromEntries(counters.map(({ name, figure, state }) => [name, figure.value(state)]));
}

/** How often each value occurs: the most frequent first, then by name, null last. */
export const countBy = <T, V extends string | null>(
  read: (record: T) => V,
  description: string,
  type: CountType,
): Figure<T, readonly ValueCount<V>[], Map<V, number>> => ({
  type,
  description,
  start: () => new Map(),
  add(counts, record) {
    const value = read(record);
    return counts.set(value, (counts.get(value) ?? 0) + 1);
  },
  value: (counts) =>
    [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || compareNames(a.value, b.value)),
});

/** GraphQL shows the upper-case names of values, so these are compared. */
function compareNames(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return compareCodePoints(shownName(a), shownName(b));
}

const shownName = (name: string): string => name.slice(0, maxComparedLength).toUpperCase();

export const countOf = <T>(
  isOfKind: (record: T) => boolean,
  description: string,
): Figure<T, number, number> => ({
  ...sumOf((record: T) => (isOfKind(record) ? 1 : 0), description),
  type: 'Int',
});

/**
 * Two finite values can add up to Infinity, which no result can hold; the sum stays at the largest
 * finite number.
 */
export const sumOf = <T>(
  read: (record: T) => number,
  description: string,
): Figure<T, number, number> => ({
  type: 'Float',
  description,
  start: () => 0,
  add: (sum, record) => Math.min(Math.max(sum + read(record), -Number.MAX_VALUE), Number.MAX_VALUE),
  value: (sum) => sum,
});

/** The latest of the times, as its record writes it; null where no record has one. */
export const latestOf = <T>(
  read: (record: T) => string,
  description: string,
): Figure<T, string | null, { readonly text: string; readonly instant: string } | undefined> => ({
  type: 'DateTime',
  nullable: true,
  description,
  start: () => undefined,
  add(latest, record) {
    const text = read(record);
    const instant = parseInstant(text);
    const isLater = instant !== undefined && (latest === undefined || instant > latest.instant);
    return isLater ? { text, instant } : latest;
  },
  value: (latest) => latest?.text ?? null,
});
