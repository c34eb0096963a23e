import { createHash } from 'node:crypto';
import type { Collection, Identified } from '../partner/collection.js';
import {
  type Condition,
  contains,
  containsOrIsId,
  hasIdOf,
  isBefore,
  isSince,
  type Member,
} from './filter.js';
import { byText, byTime, type Order, type SortField } from './order.js';
import { type Figure, latestOf } from './summary.js';

/**
 * What can be found in a collection. The inputs and the summary of the schema follow from it
 * (`graphql/find/findable.ts`), as do conditions, cursors and estimates.
 */
export interface Finder<T extends Identified> {
  readonly collection: Collection<T>;
  /** What descriptions call a record, for example `media file`. */
  readonly noun: string;
  /** Of the filter. */
  readonly members: Readonly<Record<string, Member<T>>>;
  readonly orders: Readonly<Record<string, SortField<T>>>;
  /** Of the summary, beside the number of records. */
  readonly figures: Readonly<Record<string, Figure<T>>>;
  readonly summaryDescription: string;
}

export type AnyFinder = Finder<Identified>;

/** A filter as the schema has coerced it. */
export type FilterInput = Readonly<Record<string, unknown>>;

/** An order as the schema has coerced it. */
export interface OrderInput {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
}

/** What is to be found in a collection. */
export interface Criteria<T> {
  readonly matches: (record: T) => boolean;
  /** How many records can match at all: infinitely many, unless ids or an empty list bound them. */
  readonly maxMatches: number;
  readonly order: Order<T> | undefined;
  /** Equal for equal orders. */
  readonly orderName: string;
  /** Names the filter and the order in cursors: equal for those that mean the same. */
  readonly hash: string;
  /** Names the filter; undefined without one. */
  readonly filterHash: string | undefined;
}

/**
 * @param filter null and absent members match everything
 * @throws PartnerError BAD_USER_INPUT for a value that no record can be compared with
 */
export function readCriteria<T extends Identified>(
  finder: Finder<T>,
  filter: FilterInput | null | undefined,
  orderBy: OrderInput | null | undefined,
): Criteria<T> {
  const conditions: Condition<T>[] = [];
  const canonical: Record<string, unknown> = {};
  // Sorted, as two clients may write the same members in another order.
  for (const name of Object.keys(finder.members).toSorted()) {
    const value = filter?.[name];
    // The schema has coerced the value to the type of its member.
    const condition =
      value == null ? undefined : finder.members[name]?.condition(value as never, name);
    if (condition === undefined) continue;
    conditions.push(condition);
    canonical[name] = condition.canonical;
  }
  const field = orderBy == null ? undefined : finder.orders[orderBy.field];
  // Of a filter that selects everything there is no text, and no hash.
  const text = conditions.length === 0 ? undefined : JSON.stringify(canonical);
  return {
    matches: (record) => conditions.every((condition) => condition.matches(record)),
    maxMatches: maxMatches(finder, filter),
    order: field && orderBy ? { field, direction: orderBy.direction } : undefined,
    orderName: `${orderBy?.field} ${orderBy?.direction}`,
    hash: criteriaHash(JSON.stringify([text, orderBy?.field, orderBy?.direction])),
    filterHash: text && criteriaHash(text),
  };
}

/**
 * How many records can match a filter at most, which is as the client has sent it: it may be
 * anything.
 */
export function maxMatches({ members }: AnyFinder, filter: unknown): number {
  const bounds = Object.entries(members).map(([name, member]) => {
    const value = memberOf(filter, name);
    return value == null ? Infinity : (member.maxMatches?.(value) ?? Infinity);
  });
  return Math.min(...bounds);
}

/**
 * A member of an input as the client sent it, which may be anything. Others are not read: there may
 * be thousands.
 */
export const memberOf = (input: unknown, name: string): unknown =>
  typeof input === 'object' && input !== null
    ? Object.getOwnPropertyDescriptor(input, name)?.value
    : undefined;

const criteriaHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 16);

interface CommonRecord {
  readonly id: string;
  readonly name: string;
  /** Media files have none. */
  readonly description?: string | null | undefined;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const nameOf = ({ name }: CommonRecord): string => name;
/** No word goes across lines. */
const textOf = ({ name, description }: CommonRecord): string =>
  description == null ? name : `${name}\n${description}`;
const createdAtOf = ({ createdAt }: CommonRecord): string => createdAt;
const updatedAtOf = ({ updatedAt }: CommonRecord): string => updatedAt;

/**
 * What the records of every collection are found by. The members of names come first in a filter,
 * those of times last.
 */
export const common = {
  nameMembers: {
    idIn: hasIdOf(
      'One of these REST ids, at most 1000 by default (MAX_LIST_ARGUMENT). An id that names nothing matches nothing.',
    ),
    nameContains: contains(
      nameOf,
      'Words that the name contains, in any order, whatever their case, accents, dashes and apostrophes: `7 gebaude` and ' +
        '`gebaeude` find `Gebäude 7`. At most 200 characters; no wildcards.',
    ),
    text: containsOrIsId(
      textOf,
      'Words that the name or the description contains, as for `nameContains`, or the whole REST id. At most 200 characters.',
    ),
  },
  timeMembers: {
    createdSince: isSince(
      createdAtOf,
      'Created at this time or later: an RFC 3339 date-time such as `2026-11-20T09:30:00Z`.',
    ),
    createdBefore: isBefore(createdAtOf, 'Created before this time.'),
    updatedSince: isSince(updatedAtOf, 'Last changed at this time or later.'),
    updatedBefore: isBefore(updatedAtOf, 'Last changed before this time.'),
  },
  nameOrder: {
    NAME: byText(nameOf, 'The name as people sort names: `Gleis 2` before `Gleis 10`.'),
  },
  timeOrders: (noun: string) => ({
    CREATED_AT: byTime(createdAtOf, `When the ${noun} was created.`),
    UPDATED_AT: byTime(updatedAtOf, `When the ${noun} was last changed.`),
  }),
  timeFigures: {
    lastUpdatedAt: latestOf(
      updatedAtOf,
      'When one of them was last changed, as its record says. Null if there are none.',
    ),
  },
};
