import {
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
  visit,
} from 'graphql';

export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  // No prototype: a fragment may have any name. An object without one has no members of other types either.
  const fragments = Object.create(null) as Record<string, FragmentDefinitionNode>;
  for (const each of definitions)
    if (each.kind === Kind.FRAGMENT_DEFINITION) fragments[each.name.value] = each;
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
 * Visits the fields of an object in their order, and opens the fragments that the visitor enters. The selections of the
 * fields are not walked.
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
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
    const inside = visitor.fragment(selection, fragment, place);
    if (inside !== undefined) walkSelection(fragment?.selectionSet, fragments, visitor, inside);
  }
}

/** A `@skip` or an `@include`: the selection stays where the value is the expected one. */
export interface Inclusion {
  readonly value: ValueNode;
  readonly expected: boolean;
}

/** A field that an operation may select on an object, whatever its variables are. */
export interface SelectedNode {
  readonly node: FieldNode;
  /** Its own, and those of the fragments around it. */
  readonly conditions: readonly Inclusion[];
  /** The type condition of the nearest fragment that has one. */
  readonly typeCondition: string | undefined;
}

/**
 * The fields of an object with their conditions, for analysis of an operation before its variables are known.
 *
 * @param outer conditions of the object itself
 */
export function selectedNodes(
  selectionSet: SelectionSetNode | undefined,
  fragments: Fragments,
  outer: readonly Inclusion[] = [],
): readonly SelectedNode[] {
  if (selectionSet === undefined) return [];
  const found: SelectedNode[] = [];
  // Another spread of a fragment that is selected unconditionally adds nothing.
  const opened = new Set<string>();
  const visitor: SelectionVisitor<Omit<SelectedNode, 'node'>> = {
    field(node, { conditions, typeCondition }) {
      found.push({ node, conditions: withConditions(conditions, node), typeCondition });
    },
    fragment(use, fragment, place) {
      const conditions = withConditions(place.conditions, use);
      if (use.kind === Kind.FRAGMENT_SPREAD) {
        if (opened.has(use.name.value)) return undefined;
        if (conditions.length === outer.length) opened.add(use.name.value);
      }
      return { conditions, typeCondition: fragment?.typeCondition?.name.value ?? place.typeCondition };
    },
  };
  walkSelection(selectionSet, fragments, visitor, { conditions: outer, typeCondition: undefined });
  return found;
}

/** The definition of a selected field and the type that has it; undefined for a meta field. */
export function definitionOf(
  schema: GraphQLSchema,
  parent: GraphQLNamedType,
  { node, typeCondition }: SelectedNode,
): { readonly type: GraphQLNamedType; readonly definition: GraphQLField<unknown, unknown> } | undefined {
  const type = (typeCondition === undefined ? undefined : schema.getType(typeCondition)) ?? parent;
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  const definition = type.getFields()[node.name.value];
  return definition && { type, definition };
}

function withConditions(outer: readonly Inclusion[], { directives }: SelectionNode): readonly Inclusion[] {
  if (directives === undefined || directives.length === 0) return outer;
  const own = directives.flatMap(({ name, arguments: given }) => {
    const value = given?.find((each) => each.name.value === 'if')?.value;
    if (value === undefined || (name.value !== 'skip' && name.value !== 'include')) return [];
    return [{ value, expected: name.value === 'include' }];
  });
  return [...outer, ...own];
}
