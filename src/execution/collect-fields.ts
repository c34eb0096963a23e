import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type NamedTypeNode,
} from 'graphql';
import { type DeferUsage, deferUsageOf, type DirectiveContext, shouldInclude } from './directive.js';
import { type Fragments, responseNameOf, type SelectionVisitor, walkSelection } from './selection.js';

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
export interface CollectContext extends DirectiveContext {
  readonly fragments: Fragments;
}

/**
 * Collects the fields that are selected on an object of a type (GraphQL, "CollectFields").
 *
 * @throws GraphQLError for a condition that is null
 */
export function collectFields(
  context: CollectContext,
  type: GraphQLObjectType,
  nodes: readonly Pick<FieldNode, 'selectionSet'>[],
): CollectedFields {
  const { schema, fragments } = context;
  const deferred: DeferredFieldSet[] = [];
  const visited = new Set<string>();
  const visitor: SelectionVisitor<MutableFieldSet> = {
    field(node, fields) {
      if (shouldInclude(context, node)) addField(fields, node);
    },
    fragment(use, fragment, fields) {
      const isSpread = use.kind === Kind.FRAGMENT_SPREAD;
      const isVisited = isSpread && visited.has(use.name.value);
      // As in graphql-js, the conditions of a fragment that has been visited are not evaluated again.
      if (isVisited && deferUsageOf(context, use) === undefined) return undefined;
      if (!shouldInclude(context, use) || fragment === undefined) return undefined;
      const deferUsage = deferUsageOf(context, use);
      if (isSpread && deferUsage === undefined) visited.add(use.name.value);
      if (!doesFragmentConditionMatch(schema, type, fragment.typeCondition)) return undefined;
      if (deferUsage === undefined) return fields;
      const groupedFieldSet: MutableFieldSet = new Map();
      walkSelection(fragment.selectionSet, fragments, visitor, groupedFieldSet);
      // Behind those that it contains.
      deferred.push({ label: deferUsage.label, groupedFieldSet });
      return undefined;
    },
  };
  const groupedFieldSet: MutableFieldSet = new Map();
  for (const { selectionSet } of nodes) walkSelection(selectionSet, fragments, visitor, groupedFieldSet);
  return { groupedFieldSet, deferred };
}

function addField(fields: MutableFieldSet, field: FieldNode): void {
  const responseName = responseNameOf(field);
  const group = fields.get(responseName);
  if (group === undefined) fields.set(responseName, [field]);
  else group.push(field);
}

function doesFragmentConditionMatch(
  schema: GraphQLSchema,
  type: GraphQLObjectType,
  condition: NamedTypeNode | undefined,
): boolean {
  if (condition === undefined || condition.name.value === type.name) return true;
  const conditionType = schema.getType(condition.name.value);
  return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
}
