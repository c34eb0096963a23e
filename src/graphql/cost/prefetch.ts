import type { GraphQLResolveInfo } from 'graphql';
import { collections } from '../../partner/collection.js';
import { getScreenConfiguration } from '../../partner/playback.js';
import type { Context } from '../builder.js';
import type { Variables } from '../../execution/variable.js';
import type { SelectedField } from './selected-field.js';
import type { PageArguments } from '../page-arguments.js';
import { collectionOf, type NamedList, playlistItemsOf, readOnce } from '../read-connection.js';

/**
 * Starts what the selection below a root field will read and what the field's own id is enough for: a screen's
 * configuration leaves with the screen, a playlist's items with the playlist, the organization's collections with the
 * organization. What is started is found again by its resolver; if it fails, it fails there.
 *
 * @param id REST id of the record that the field reads; empty for the organization
 */
export function prefetch(context: Context, info: GraphQLResolveInfo, type: string, id: string): void {
  const { variableValues } = info;
  const { key } = info.path;
  for (const field of context.selectionSummary) {
    if (field.path !== key) continue;
    for (const below of field.fields) {
      // More than the budget allows would fail one by one.
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
    startList(context, field, type, id, argumentsOf(field, variables))?.catch(() => undefined);
  } catch {
    // Arguments that cannot be served are refused by the field's own resolver.
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
  if (reads.ofParent === true) return type === 'Playlist' ? read(playlistItemsOf(id, context)) : undefined;
  if (type !== 'Organization') return undefined;
  const collection = collections.find(({ list }) => list === reads.operation);
  return collection && read(collectionOf(collection, context));
}

/** The arguments as execution will coerce them; the values have passed validation, so their types are those declared. */
const argumentsOf = (field: SelectedField, variables: Variables): PageArguments =>
  Object.fromEntries(
    ['first', 'after', 'last', 'before', 'page'].map((name) => [name, field.argument(name, variables)]),
  );
