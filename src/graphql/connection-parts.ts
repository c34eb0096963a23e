import type { FieldNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import { shouldIncludeNode } from '../execution/directive.js';
import type { Context } from './builder.js';
import { readOnce } from './read-once.js';

/** What a selection asks of a connection, `@skip` and `@include` applied. */
export interface ConnectionParts {
  /** Whether anything but the total is selected. */
  readonly items: boolean;
  readonly total: boolean;
}

/**
 * Computed once for all records that have the same field. Throws a GraphQLError for a `@skip` or `@include` of null, before
 * anything is read.
 */
export const selectedParts = (context: Context, info: GraphQLResolveInfo): ConnectionParts =>
  readOnce(context, info.fieldNodes, () => computeParts(info));

function computeParts(info: GraphQLResolveInfo): ConnectionParts {
  const names = info.fieldNodes
    .flatMap(({ selectionSet }) => subfields(selectionSet, info))
    .map(({ name }) => name.value);
  return {
    items: names.some((name) => itemFields.has(name)),
    total: names.includes('totalCount'),
  };
}

const itemFields: ReadonlySet<string> = new Set(['edges', 'nodes', 'pageInfo']);

/** The fields of a selection, `@skip` and `@include` applied and fragments opened. */
function subfields(selectionSet: SelectionSetNode | undefined, info: GraphQLResolveInfo): FieldNode[] {
  if (selectionSet === undefined) return [];
  return selectionSet.selections.flatMap((selection) => {
    if (!shouldIncludeNode(selection, info.variableValues)) return [];
    if (selection.kind === 'Field') return [selection];
    const fragment = selection.kind === 'InlineFragment' ? selection : info.fragments[selection.name.value];
    return subfields(fragment?.selectionSet, info);
  });
}
