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
  type SelectionSetNode,
} from 'graphql';
import type { DeferUsage, Directives } from './directive.js';

/** The fragments of a document, by name. */
export type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;

/** Fields of one response name: they are one field with the selections of all. */
export type FieldGroup = readonly [FieldNode, ...FieldNode[]];

/** Fields of an object by their response names, in the order of the response. */
export type GroupedFieldSet = ReadonlyMap<string, FieldGroup>;

export interface CollectedFields {
  readonly groupedFieldSet: GroupedFieldSet;
  /** Fragments that are delivered later. */
  readonly deferred: readonly DeferredFieldSet[];
}

interface DeferredFieldSet extends DeferUsage {
  readonly groupedFieldSet: GroupedFieldSet;
}

type MutableFieldSet = Map<string, [FieldNode, ...FieldNode[]]>;

/** What the fields of one operation are collected with. */
export interface CollectContext {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly directives: Directives;
}

/** What one object collects. */
interface Collection extends CollectContext {
  readonly type: GraphQLObjectType;
  readonly visitedFragments: Set<string>;
  readonly deferred: DeferredFieldSet[];
}

/**
 * Collects the fields that are selected on an object of a type (GraphQL, "CollectFields").
 *
 * @throws GraphQLError for a condition that is null
 */
export function collectFields(
  { schema, fragments, directives }: CollectContext,
  type: GraphQLObjectType,
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
): CollectedFields {
  const deferred: DeferredFieldSet[] = [];
  const collection = { schema, fragments, directives, type, visitedFragments: new Set<string>(), deferred };
  const groupedFieldSet: MutableFieldSet = new Map();
  for (const { selectionSet } of nodes) collectSelections(collection, selectionSet, groupedFieldSet);
  return { groupedFieldSet, deferred };
}

function collectSelections(
  collection: Collection,
  selectionSet: SelectionSetNode | undefined,
  fields: MutableFieldSet,
): void {
  const { directives, fragments } = collection;
  for (const selection of selectionSet?.selections ?? []) {
    if (selection.kind === Kind.FRAGMENT_SPREAD && isVisited(collection, selection)) continue;
    if (!directives.shouldInclude(selection)) continue;
    if (selection.kind === Kind.FIELD) addField(fields, selection);
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      collectFragment(collection, selection, selection, fields);
    else {
      const fragment = fragments[selection.name.value];
      if (fragment !== undefined) collectFragment(collection, selection, fragment, fields);
    }
  }
}

/** As in graphql-js, the conditions of a fragment that has been visited are not evaluated again. */
const isVisited = ({ directives, visitedFragments }: Collection, spread: FragmentSpreadNode): boolean =>
  visitedFragments.has(spread.name.value) && directives.deferUsageOf(spread) === undefined;

function collectFragment(
  collection: Collection,
  spread: FragmentSpreadNode | InlineFragmentNode,
  { typeCondition, selectionSet }: InlineFragmentNode | FragmentDefinitionNode,
  fields: MutableFieldSet,
): void {
  const deferUsage = collection.directives.deferUsageOf(spread);
  if (spread.kind === Kind.FRAGMENT_SPREAD && deferUsage === undefined)
    collection.visitedFragments.add(spread.name.value);
  if (!doesFragmentConditionMatch(collection, typeCondition)) return;
  if (deferUsage === undefined) {
    collectSelections(collection, selectionSet, fields);
    return;
  }
  const groupedFieldSet: MutableFieldSet = new Map();
  collectSelections(collection, selectionSet, groupedFieldSet);
  collection.deferred.push({ label: deferUsage.label, groupedFieldSet });
}

function addField(fields: MutableFieldSet, field: FieldNode): void {
  const responseName = (field.alias ?? field.name).value;
  const group = fields.get(responseName);
  if (group === undefined) fields.set(responseName, [field]);
  else group.push(field);
}

function doesFragmentConditionMatch(
  { schema, type }: Collection,
  condition: NamedTypeNode | undefined,
): boolean {
  if (condition === undefined || condition.name.value === type.name) return true;
  const conditionType = schema.getType(condition.name.value);
  return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
}
