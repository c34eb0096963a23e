import { contains, hasIdOf, isBefore, isSince } from './filter.js';
import { byText, byTime } from './order.js';
import { latestOf } from './summary.js';

export interface CommonRecord {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const nameOf = ({ name }: CommonRecord): string => name;
const createdAtOf = ({ createdAt }: CommonRecord): string => createdAt;
const updatedAtOf = ({ updatedAt }: CommonRecord): string => updatedAt;

/** The members that come first in the filter of every collection. */
export const nameMembers = {
  idIn: hasIdOf(
    'One of these REST ids, at most 1000 by default (MAX_LIST_ARGUMENT). An id that names nothing matches nothing.',
  ),
  nameContains: contains(
    nameOf,
    'A part of the name, of at most 200 characters, whatever the case and accents of either: `gebaude` finds ' +
      '`Gebäude 7`. No wildcards.',
  ),
};

/** The members that come last. */
export const timeMembers = {
  createdSince: isSince(
    createdAtOf,
    'Created at this time or later: an RFC 3339 date-time such as `2026-11-20T09:30:00Z`.',
  ),
  createdBefore: isBefore(createdAtOf, 'Created before this time.'),
  updatedSince: isSince(updatedAtOf, 'Last changed at this time or later.'),
  updatedBefore: isBefore(updatedAtOf, 'Last changed before this time.'),
};

export const nameOrder = {
  NAME: byText(nameOf, 'The name as people sort names: `Gleis 2` before `Gleis 10`.'),
};

export const timeOrders = (noun: string) => ({
  CREATED_AT: byTime(createdAtOf, `When the ${noun} was created.`),
  UPDATED_AT: byTime(updatedAtOf, `When the ${noun} was last changed.`),
});

/** The figures that come last in the summary of every collection. */
export const timeFigures = {
  lastUpdatedAt: latestOf(
    updatedAtOf,
    'When one of them was last changed, as its record says. Null if there are none.',
  ),
};
