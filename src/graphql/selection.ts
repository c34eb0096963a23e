import type { FieldNode, GraphQLResolveInfo, SelectionSetNode } from 'graphql';
import { shouldIncludeNode } from '../execution/directive.js';

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>;

/**
 * Whether the field being resolved selects a field of one of these names directly below itself.
 *
 * @throws GraphQLError for a `@skip` or `@include` of null, before anything is read
 */
export const selects = (info: Info, names: readonly string[]): boolean =>
  info.fieldNodes
    .flatMap(({ selectionSet }) => subfields(selectionSet, info))
    .some(({ name }) => names.includes(name.value));

/** The fields of a selection, `@skip` and `@include` applied and fragments opened. */
function subfields(selectionSet: SelectionSetNode | undefined, info: Info): FieldNode[] {
  if (selectionSet === undefined) return [];
  return selectionSet.selections.flatMap((selection) => {
    if (!shouldIncludeNode(selection, info.variableValues)) return [];
    if (selection.kind === 'Field') return [selection];
    const fragment = selection.kind === 'InlineFragment' ? selection : info.fragments[selection.name.value];
    return subfields(fragment?.selectionSet, info);
  });
}
