import type { GraphQLResolveInfo } from 'graphql';
import { collections } from '../../partner/collection.js';
import { getScreenConfiguration } from '../../partner/playback.js';
import type { Context } from '../builder.js';
import type { Variables } from '../../execution/coercion.js';
import type { PageArguments } from '../page-arguments.js';
import { type NamedList, namedCollection, namedPlaylistItems, readOnce } from '../read-connection.js';
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

function start(context: Context, field: SelectedField, type: string, id: string, variables: Variables): void {
  if (field.reads?.kind === 'record' || field.reads?.kind === 'pages') context.prefetched += 1;
  if (type === 'Screen' && field.reads?.kind === 'record')
    context.partner.expect(getScreenConfiguration, { screenId: id });
  try {
    startList(context, field, type, id, readArguments(field, variables))?.catch(() => undefined);
  } catch {
    // The field's own resolver refuses unusable arguments.
  }
}

function startList(
  context: Context,
  { reads, showsItems }: SelectedField,
  type: string,
  id: string,
  args: PageArguments,
): Promise<unknown> | undefined {
  if (reads?.kind !== 'pages') return undefined;
  const read = <T>(list: NamedList<T>) => readOnce(list, args, context, showsItems);
  if (reads.ofParent === true) return type === 'Playlist' ? read(namedPlaylistItems(id, context)) : undefined;
  if (type !== 'Organization') return undefined;
  const collection = collections.find(({ list }) => list === reads.endpoint);
  return collection && read(namedCollection(collection, context));
}

/** The arguments as execution will coerce them. The values have passed validation, so their types are as declared. */
const readArguments = (field: SelectedField, variables: Variables): PageArguments =>
  Object.fromEntries(
    ['first', 'after', 'last', 'before', 'page'].map((name) => [name, field.argument(name, variables)]),
  );
