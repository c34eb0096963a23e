import {
  type FieldNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'variableValues'>;

/** Whether the field being resolved selects a field of one of these names directly below itself. */
export function selects(info: Info, names: readonly string[]): boolean {
  return subfields(info).some(({ name }) => names.includes(name.value));
}

/** The fields that are selected directly below, `@skip` and `@include` applied and fragments opened. */
export function subfields(info: Info): FieldNode[] {
  return info.fieldNodes.flatMap(({ selectionSet }) => collect(selectionSet, info));
}

function collect(selectionSet: SelectionSetNode | undefined, info: Info): FieldNode[] {
  if (selectionSet === undefined) return [];
  return selectionSet.selections.flatMap((selection) => {
    if (!isIncluded(selection, info)) return [];
    if (selection.kind === 'Field') return [selection];
    if (selection.kind === 'InlineFragment') return collect(selection.selectionSet, info);
    return collect(info.fragments[selection.name.value]?.selectionSet, info);
  });
}

function isIncluded(selection: SelectionNode, { variableValues }: Info): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, selection, variableValues)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.['if'] !== false;
}
