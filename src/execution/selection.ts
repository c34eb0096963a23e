import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  Kind,
  type SelectionSetNode,
  visit,
} from 'graphql';

export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  // No prototype: a fragment may have any name. An object without one has no members of other types
  // either.
  const fragments = Object.create(null) as Record<string, FragmentDefinitionNode>;
  for (const each of definitions) {
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments[each.name.value] = each;
  }
  return fragments;
}

/** All directives of a document, those of fragments included. */
export function directivesOf(document: DocumentNode): readonly DirectiveNode[] {
  const directives: DirectiveNode[] = [];
  visit(document, { Directive: (node) => void directives.push(node) });
  return directives;
}

export const responseNameOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** What a walk does with the parts of a selection. `S` describes the place where they are. */
export interface SelectionVisitor<S> {
  readonly field: (node: FieldNode, place: S) => void;
  /**
   * @param fragment undefined where the document has none of this name
   * @returns the place inside the fragment; undefined to leave the fragment out
   */
  readonly fragment: (
    use: FragmentSpreadNode | InlineFragmentNode,
    fragment: InlineFragmentNode | FragmentDefinitionNode | undefined,
    place: S,
  ) => S | undefined;
}

/**
 * Visits the fields of an object in their order, and opens the fragments that the visitor enters.
 * The selections of the fields are not walked.
 */
export function walkSelection<S>(
  selectionSet: SelectionSetNode | undefined,
  fragments: Fragments,
  visitor: SelectionVisitor<S>,
  place: S,
): void {
  if (selectionSet === undefined) return;
  for (const selection of selectionSet.selections) {
    if (selection.kind === Kind.FIELD) {
      visitor.field(selection, place);
      continue;
    }
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    const inside = visitor.fragment(selection, fragment, place);
    if (inside !== undefined) walkSelection(fragment?.selectionSet, fragments, visitor, inside);
  }
}

/**
 * The fields that selections have together, whatever their conditions are; each fragment is opened
 * once.
 *
 * @param opened receives the names of the fragments
 */
export function fieldNodesOf(
  selectionSets: readonly (SelectionSetNode | undefined)[],
  fragments: Fragments,
  opened = new Set<string>(),
): readonly FieldNode[] {
  const found: FieldNode[] = [];
  const visitor: SelectionVisitor<true> = {
    field: (node) => void found.push(node),
    fragment(use) {
      if (use.kind === Kind.FRAGMENT_SPREAD) {
        if (opened.has(use.name.value)) return undefined;
        opened.add(use.name.value);
      }
      return true;
    },
  };
  for (const each of selectionSets) walkSelection(each, fragments, visitor, true);
  return found;
}
