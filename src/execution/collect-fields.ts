import {
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** Fields that have one key in the answer: they are one field with the selections of all. */
export type FieldGroup = readonly [FieldNode, ...FieldNode[]];

export type FieldGroups = ReadonlyMap<string, FieldGroup>;

/** What `@defer` says of a fragment that is to come later. */
export interface Deferred {
  readonly label: string | undefined;
}

export interface Collecting {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  /** Whether `@skip` and `@include` let a selection stand. Throws a GraphQLError for a condition that is null. */
  readonly isIncluded: (selection: SelectionNode) => boolean;
  /** Undefined for a fragment that is not deferred. */
  readonly deferredBy: (fragment: FragmentSpreadNode | InlineFragmentNode) => Deferred | undefined;
}

/** The fields that are selected on an object, by their keys in the answer and in that order. */
export interface Collected {
  readonly groups: FieldGroups;
  /** Fragments that come later. */
  readonly deferred: readonly (Deferred & { readonly groups: FieldGroups })[];
}

type Groups = Map<string, [FieldNode, ...FieldNode[]]>;

/**
 * Collects the fields of an object of a type (GraphQL, "CollectFields").
 *
 * @throws GraphQLError for a condition that is null
 */
export function collectFields(
  collecting: Collecting,
  type: GraphQLObjectType,
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
): Collected {
  const deferred: (Deferred & { readonly groups: FieldGroups })[] = [];
  const opened = new Set<string>();
  const open = (
    spread: FragmentSpreadNode | InlineFragmentNode,
    { typeCondition, selectionSet }: InlineFragmentNode | FragmentDefinitionNode,
    into: Groups,
  ): void => {
    const later = collecting.deferredBy(spread);
    if (spread.kind === Kind.FRAGMENT_SPREAD && later === undefined) opened.add(spread.name.value);
    if (!holdsFor(collecting, typeCondition, type)) return;
    const groups: Groups = later === undefined ? into : new Map<string, [FieldNode, ...FieldNode[]]>();
    collect(selectionSet, groups);
    if (later !== undefined) deferred.push({ label: later.label, groups });
  };
  // As in graphql-js, the conditions of a fragment that is open already are not looked at.
  const isOpen = (selection: SelectionNode): boolean =>
    selection.kind === Kind.FRAGMENT_SPREAD &&
    opened.has(selection.name.value) &&
    collecting.deferredBy(selection) === undefined;
  const collect = (selectionSet: SelectionSetNode | undefined, into: Groups): void => {
    for (const selection of selectionSet?.selections ?? []) {
      if (isOpen(selection)) continue;
      if (!collecting.isIncluded(selection)) continue;
      if (selection.kind === Kind.FIELD) add(into, selection);
      else {
        const fragment =
          selection.kind === Kind.INLINE_FRAGMENT ? selection : collecting.fragments[selection.name.value];
        if (fragment !== undefined) open(selection, fragment, into);
      }
    }
  };
  const groups: Groups = new Map();
  for (const { selectionSet } of nodes) collect(selectionSet, groups);
  return { groups, deferred };
}

function add(groups: Groups, field: FieldNode): void {
  const key = (field.alias ?? field.name).value;
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [field]);
  else group.push(field);
}

function holdsFor(
  { schema }: Collecting,
  condition: NamedTypeNode | undefined,
  type: GraphQLObjectType,
): boolean {
  if (condition === undefined || condition.name.value === type.name) return true;
  const named = schema.getType(condition.name.value);
  return isAbstractType(named) && schema.isSubType(named, type);
}
