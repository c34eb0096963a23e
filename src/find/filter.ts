import { isUsableId } from '../partner/id.js';
import { quote } from '../partner/quote.js';
import { type Instant, maxInstantLength, parseInstant } from './instant.js';
import { compareCodePoints, foldText } from './text.js';

/** One member of a filter, ready to use. */
export interface Condition<T> {
  readonly matches: (record: T) => boolean;
  /** How many records can match at all; undefined where nothing bounds them. */
  readonly maxMatches?: number;
  /** Equal for values that mean the same, as JSON: a list is a set, a time is an instant, a text is folded. */
  readonly canonical: unknown;
}

/** How a member's value becomes a condition. */
export type MakeCondition<T, V> = (value: V, member: string) => Condition<T>;

/** What a filter may name of a record: its members, in any order. */
export type FilterMembers<T, I> = {
  readonly [M in keyof I]-?: MakeCondition<T, NonNullable<I[M]>>;
};

/** A filter of records: every condition must match. */
export interface Filter<T> {
  readonly matches: (record: T) => boolean;
  /** How many records can match at all: infinitely many, unless ids or an empty list bound them. */
  readonly maxMatches: number;
  /** Equal for filters that mean the same. */
  readonly canonical: string;
}

/**
 * @param input a filter as a client sends it; null and absent members match everything
 * @returns undefined for a filter without members, which is none
 * @throws UnusableFilter for a value that no record could be compared with
 */
export function compileFilter<T, I extends object>(
  members: FilterMembers<T, I>,
  input: I | null | undefined,
): Filter<T> | undefined {
  const conditions: Condition<T>[] = [];
  const canonical: Record<string, unknown> = {};
  // Sorted, as two clients may write the same members in another order.
  for (const member of Object.keys(members).toSorted() as (keyof I & string)[]) {
    const value = input?.[member];
    if (value == null) continue;
    const condition = members[member](value, member);
    conditions.push(condition);
    canonical[member] = condition.canonical;
  }
  if (conditions.length === 0) return undefined;
  const [only] = conditions;
  const matches =
    conditions.length === 1 && only !== undefined
      ? only.matches
      : (record: T): boolean => conditions.every((condition) => condition.matches(record));
  const maxMatches = Math.min(...conditions.map((condition) => condition.maxMatches ?? Infinity));
  return { matches, maxMatches, canonical: JSON.stringify(canonical) };
}

/** A filter's value that cannot be used. The message names the member, the value and what it must be. */
export class UnusableFilter extends Error {
  override readonly name = 'UnusableFilter';
}

/** Whether the record's value is one of a list; a value that is missing is none of them. */
export const isOneOf =
  <T>(read: (record: T) => string | null | undefined): MakeCondition<T, readonly string[]> =>
  (values) => {
    const wanted = new Set(values);
    return {
      canonical: [...wanted].sort(compareCodePoints),
      ...(wanted.size === 0 && { maxMatches: 0 }),
      matches: (record) => {
        const value = read(record);
        return value != null && wanted.has(value);
      },
    };
  };

/** Whether the record has one of these ids, of which each names one record at most. */
export const hasIdOf =
  <T extends { readonly id: string }>(): MakeCondition<T, readonly string[]> =>
  (ids, member) => ({
    ...isOneOf<T>(({ id }) => id)(ids, member),
    maxMatches: new Set(ids.filter(isUsableId)).size,
  });

/** Characters, folded or not. V8 compares a text of more than 250 anew at every place where it may stand. */
const maxWantedLength = 200;

/** Whether the record's text holds another one, whatever the case and accents of either. */
export const contains =
  <T>(read: (record: T) => string): MakeCondition<T, string> =>
  (text, member) => {
    const wanted = text.length > maxWantedLength ? text : foldText(text);
    if (wanted.length > maxWantedLength)
      throw new UnusableFilter(
        `${member} is ${quote(text, 60)}, ${wanted.length} characters long, and may have ${maxWantedLength}`,
      );
    return { canonical: wanted, matches: (record) => foldText(read(record)).includes(wanted) };
  };

/** Whether the record says so. */
export const isTrue =
  <T>(read: (record: T) => boolean): MakeCondition<T, boolean> =>
  (wanted) => ({ canonical: wanted, matches: (record) => read(record) === wanted });

/** Whether the record's time is at an instant or later. A value that is no time matches nothing. */
export const isSince =
  <T>(read: (record: T) => string): MakeCondition<T, string> =>
  (text, member) =>
    comparesTime(read, text, member, (time, bound) => time >= bound);

/** Whether the record's time is earlier than an instant. A value that is no time matches nothing. */
export const isBefore =
  <T>(read: (record: T) => string): MakeCondition<T, string> =>
  (text, member) =>
    comparesTime(read, text, member, (time, bound) => time < bound);

function comparesTime<T>(
  read: (record: T) => string,
  text: string,
  member: string,
  compare: (time: Instant, bound: Instant) => boolean,
): Condition<T> {
  const bound = parseInstant(text);
  if (bound === undefined)
    throw new UnusableFilter(
      `${member} is ${quote(text, 60)}, and must be an RFC 3339 date-time such as "2026-05-17T08:00:00Z", of at most ${maxInstantLength} characters`,
    );
  return {
    canonical: bound,
    matches: (record) => {
      const time = parseInstant(read(record));
      return time !== undefined && compare(time, bound);
    },
  };
}
