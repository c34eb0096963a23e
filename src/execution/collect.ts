import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** Fields that have one key in the answer: they are one field with the selections of all. */
export type FieldGroup = readonly [FieldNode, ...FieldNode[]];

/** Whether `@skip` and `@include` let a selection stand. */
export type IsIncluded = (selection: SelectionNode) => boolean;

interface Collecting {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly isIncluded: IsIncluded;
}

/**
 * The fields that are selected on an object of a type, by their keys in the answer and in that order (GraphQL,
 * "CollectFields").
 */
export function collectFields(
  collecting: Collecting,
  type: GraphQLObjectType,
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
): ReadonlyMap<string, FieldGroup> {
  const groups = new Map<string, [FieldNode, ...FieldNode[]]>();
  const opened = new Set<string>();
  const collect = (selectionSet: SelectionSetNode | undefined): void => {
    for (const selection of selectionSet?.selections ?? []) {
      if (!collecting.isIncluded(selection)) continue;
      if (selection.kind === Kind.FIELD) add(groups, selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        if (holdsFor(collecting, selection.typeCondition, type)) collect(selection.selectionSet);
      } else if (!opened.has(selection.name.value)) {
        opened.add(selection.name.value);
        const fragment = collecting.fragments[selection.name.value];
        if (fragment !== undefined && holdsFor(collecting, fragment.typeCondition, type))
          collect(fragment.selectionSet);
      }
    }
  };
  for (const { selectionSet } of nodes) collect(selectionSet);
  return groups;
}

function add(groups: Map<string, [FieldNode, ...FieldNode[]]>, field: FieldNode): void {
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
