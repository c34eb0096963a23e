import type { SchemaTypes } from '../builder.js';

/** The builder of the members of an input. */
export type InputFields = PothosSchemaTypes.InputFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>,
  'InputObject'
>;

/** The members that come first in the filter of every collection. */
export const nameMembers = (t: InputFields) => ({
  idIn: t.idList({
    description:
      'One of these REST ids, at most 1000 by default (MAX_LIST_ARGUMENT). An id that names nothing matches nothing.',
  }),
  nameContains: t.string({
    description:
      'A part of the name, of at most 200 characters, whatever the case and accents of either: `gebaude` finds ' +
      '`Gebäude 7`. No wildcards.',
  }),
});

/** The members that come last. */
export const timeMembers = (t: InputFields) => ({
  createdSince: t.field({
    type: 'DateTime',
    description: 'Created at this time or later: an RFC 3339 date-time such as `2026-11-20T09:30:00Z`.',
  }),
  createdBefore: t.field({ type: 'DateTime', description: 'Created before this time.' }),
  updatedSince: t.field({ type: 'DateTime', description: 'Last changed at this time or later.' }),
  updatedBefore: t.field({ type: 'DateTime', description: 'Last changed before this time.' }),
});

/** How the members of every filter are combined. */
export const filterRule =
  'A record must match every member that is set, and of a list at least one value: an empty list matches nothing. A null ' +
  'or absent member matches everything.';
