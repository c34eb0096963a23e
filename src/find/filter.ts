import { PartnerError } from '../partner/error.js';
import { isUsableId } from '../partner/endpoint.js';
import { quote } from '../partner/quote.js';
import {
  compareCodePoints,
  type Instant,
  maxComparedLength,
  maxInstantLength,
  parseInstant,
} from './value.js';
import { foldText, type Words, wordsOf } from './word.js';

/**
 * A member of a filter, declared once: its input in the schema, and what it selects. Functions of
 * declarations are methods, so that a member for screens is one for whatever records.
 */
export interface Member<T, V = never> {
  /** The name of a scalar or an enum of the schema; in a list where the member is a list. */
  readonly type: string | readonly [string];
  readonly description: string;
  /**
   * @param value as the schema has coerced it
   * @throws PartnerError BAD_USER_INPUT for a value that no record can be compared with
   */
  condition(value: V, name: string): Condition<T>;
  /**
   * How many records can match a value as the client has sent it, anything but null; absent where
   * nothing bounds them.
   */
  maxMatches?(value: unknown): number;
}

/** A member with a value. */
export interface Condition<T> {
  matches(record: T): boolean;
  /**
   * Equal for values that mean the same, as JSON: a list is a set, a time is an instant, a text is
   * folded.
   */
  readonly canonical: unknown;
}

/** Whether the record's value is one of a list; a value that is missing is none of them. */
export const isOneOf = <T>(
  type: string,
  read: (record: T) => string | null | undefined,
  description: string,
): Member<T, readonly string[]> => ({
  type: [type],
  description,
  condition(values) {
    const wanted = new Set(values);
    return {
      canonical: [...wanted].sort(compareCodePoints),
      matches(record) {
        const value = read(record);
        return value != null && wanted.has(value);
      },
    };
  },
  maxMatches: (values) => (Array.isArray(values) && values.length === 0 ? 0 : Infinity),
});

/** Whether the record has one of these ids, of which each names one record at most. */
export const hasIdOf = (
  description: string,
): Member<{ readonly id: string }, readonly string[]> => ({
  ...isOneOf('ID', ({ id }: { readonly id: string }) => id, description),
  maxMatches: (ids) => countUsable(Array.isArray(ids) ? ids : [ids]),
});

function countUsable(ids: readonly unknown[]): number {
  const known = usableCounts.get(ids);
  if (known !== undefined) return known;
  const usable = ids.filter((id) => typeof id !== 'string' || isUsableId(id));
  const count = new Set(usable).size;
  usableCounts.set(ids, count);
  return count;
}

/** Aliases share the value of a variable. */
const usableCounts = new WeakMap<readonly unknown[], number>();

/**
 * Characters, folded or not. V8 compares a text of more than 250 anew at every place where it may
 * stand.
 */
const maxWantedLength = 200;

/** Characters of name and description that `text` looks at. */
const maxSearchedLength = 4 * maxComparedLength;

/**
 * Whether the record's text has all words of another one, as people type them (docs/find.md,
 * "Words").
 */
export const contains = <T>(
  read: (record: T) => string,
  description: string,
): Member<T, string> => ({
  type: 'String',
  description,
  condition(text, name) {
    const words = readWords(text, name);
    const textOf = (record: T): string => read(record).slice(0, maxComparedLength);
    return { canonical: words.canonical, matches: (record) => words.occurIn(textOf(record)) };
  },
});

/**
 * Whether the record's text has all words of another one, or its id is that text. Only the whole id
 * counts: short words occur in ids by chance.
 */
export const containsOrIsId = <T extends { readonly id: string }>(
  read: (record: T) => string,
  description: string,
): Member<T, string> => ({
  type: 'String',
  description,
  condition(text, name) {
    const words = readWords(text, name);
    const id = text.trim();
    return {
      canonical: [words.canonical, id],
      matches: (record) =>
        record.id === id || words.occurIn(read(record).slice(0, maxSearchedLength)),
    };
  },
});

function readWords(text: string, name: string): Words {
  const folded = text.length > maxWantedLength ? undefined : foldText(text);
  const length = folded?.spelled.length ?? text.length;
  if (folded === undefined || length > maxWantedLength) {
    throw unusable(name, text, `, ${length} characters long, and may have ${maxWantedLength}`);
  }
  return wordsOf(folded);
}

export const isTrue = <T>(
  read: (record: T) => boolean,
  description: string,
): Member<T, boolean> => ({
  type: 'Boolean',
  description,
  condition: (wanted) => ({ canonical: wanted, matches: (record) => read(record) === wanted }),
});

export const isSince = <T>(read: (record: T) => string, description: string): Member<T, string> =>
  comparesTime(read, description, (time, bound) => time >= bound);

export const isBefore = <T>(read: (record: T) => string, description: string): Member<T, string> =>
  comparesTime(read, description, (time, bound) => time < bound);

/** A value that is no time matches nothing. */
const comparesTime = <T>(
  read: (record: T) => string,
  description: string,
  compare: (time: Instant, bound: Instant) => boolean,
): Member<T, string> => ({
  type: 'DateTime',
  description,
  condition(text, name) {
    const bound = parseInstant(text);
    if (bound === undefined) {
      throw unusable(
        name,
        text,
        `, and must be an RFC 3339 date-time such as "2026-05-17T08:00:00Z", of at most ${maxInstantLength} characters`,
      );
    }
    return {
      canonical: bound,
      matches(record) {
        const time = parseInstant(read(record));
        return time !== undefined && compare(time, bound);
      },
    };
  },
});

const unusable = (name: string, value: string, why: string): PartnerError =>
  new PartnerError('BAD_USER_INPUT', `Unusable arguments: ${name} is ${quote(value, 60)}${why}.`);
