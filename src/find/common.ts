import { contains, type FilterMembers, hasIdOf, isBefore, isSince } from './filter.js';
import type { CommonFilter } from './finder.js';
import { byText, byTime, type SortField } from './order.js';

/** What the records of all collections have. */
export interface CommonRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Not the record's type itself, so that each collection's members can be joined with its own. */
export const commonMembers = <T extends CommonRecord>(): FilterMembers<T, CommonFilter> => ({
  idIn: hasIdOf(),
  nameContains: contains(({ name }) => name),
  createdSince: isSince(({ createdAt }) => createdAt),
  createdBefore: isBefore(({ createdAt }) => createdAt),
  updatedSince: isSince(({ updatedAt }) => updatedAt),
  updatedBefore: isBefore(({ updatedAt }) => updatedAt),
});

export const commonFields = <T extends CommonRecord>(): Readonly<
  Record<'NAME' | 'CREATED_AT' | 'UPDATED_AT', SortField<T>>
> => ({
  NAME: byText(({ name }) => name),
  CREATED_AT: byTime(({ createdAt }) => createdAt),
  UPDATED_AT: byTime(({ updatedAt }) => updatedAt),
});
