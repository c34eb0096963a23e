import type { GraphQLResolveInfo } from 'graphql';
import { collections } from '../../partner/collection.js';
import { getScreenConfiguration } from '../../partner/playback.js';
import type { Context } from '../builder.js';
import type { Variables } from '../../execution/coercion.js';
import { criteriaOf } from '../find/criteria.js';
import { readMatchable } from '../find/reading.js';
import { readCollection } from '../read-connection.js';
import { namedPlaylistItems, readList } from '../read-list.js';
import type { FieldCost } from './field-cost.js';
import type { SelectedField } from './selected-field.js';

/**
 * Starts the reads below a root field that need only the id of its record: a screen's configuration together with the
 * screen, a playlist's items with the playlist, the organization's collections with the organization. The resolver of
 * each field finds its read again, and reports its failure.
 *
 * @param id REST id of the record that the field reads; empty for the organization
 */
export function prefetch(context: Context, info: GraphQLResolveInfo, type: string, id: string): void {
  const { variableValues } = info;
  const { key } = info.path;
  for (const field of context.selectionSummary) {
    if (field.path !== key) continue;
    for (const below of field.fields) {
      // Requests beyond the budget would fail one by one.
      if (context.prefetched >= context.partner.requestLimit) return;
      if (below.isIncluded(variableValues)) start(context, below, type, id, variableValues);
    }
  }
}

/** Kinds of fields whose reads need no more than the id above them. */
const startsReads: ReadonlySet<FieldCost['kind'] | undefined> = new Set(['record', 'pages', 'summary']);

function start(context: Context, field: SelectedField, type: string, id: string, variables: Variables): void {
  if (startsReads.has(field.reads?.kind)) context.prefetched += 1;
  if (type === 'Screen' && field.reads?.kind === 'record')
    context.partner.expect(getScreenConfiguration, { screenId: id });
  try {
    startList(context, field, type, id, variables)?.catch(() => undefined);
  } catch {
    // The field's own resolver refuses unusable arguments.
  }
}

function startList(
  context: Context,
  field: SelectedField,
  type: string,
  id: string,
  variables: Variables,
): Promise<unknown> | undefined {
  const { reads } = field;
  if (reads?.kind !== 'pages' && reads?.kind !== 'summary') return undefined;
  const args = field.coerceArguments(variables);
  const parts = { items: field.showsItems, total: field.showsTotal(variables) };
  if (reads.kind === 'pages' && reads.ofParent === true)
    return type === 'Playlist' ? readList(namedPlaylistItems(id, context), args, context, parts) : undefined;
  if (type !== 'Organization') return undefined;
  const collection = collections.find(({ list }) => list === reads.endpoint);
  if (collection === undefined) return undefined;
  return reads.kind === 'summary'
    ? readMatchable(context, collection, criteriaOf(context, collection, args), true)
    : readCollection(collection, args, context, parts);
}
