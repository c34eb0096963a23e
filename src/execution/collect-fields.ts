import {
  type FieldNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
} from 'graphql';
import type { Variables } from './coercion.js';
import {
  type Fragments,
  type FragmentUse,
  responseNameOf,
  type SelectionVisitor,
  walkSelection,
} from './selection.js';

/** What `@defer` says of a fragment. */
export interface DeferUsage {
  readonly label: string | undefined;
}

/** What `@stream` says of a list: how many items are delivered with it. */
export interface StreamUsage extends DeferUsage {
  readonly initialCount: number;
}

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
  /** Coerced; undefined to include everything. */
  readonly variables: Variables | undefined;
  /** Whether the client accepts incremental delivery; if not, `@defer` and `@stream` have no effect. */
  readonly isIncremental: boolean;
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

/**
 * Whether `@skip` and `@include` select a node (GraphQL, "CollectFields").
 *
 * @throws GraphQLError for a condition that is null
 */
function shouldInclude({ variables }: CollectContext, node: SelectionNode): boolean {
  if (variables === undefined || node.directives === undefined || node.directives.length === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false;
}

/** Undefined for a fragment that is not deferred. */
function deferUsageOf(context: CollectContext, use: FragmentUse): DeferUsage | undefined {
  const values = valuesOf(context, 'defer', use);
  return values && { label: labelOf(values) };
}

/** Undefined for a list that is delivered whole. */
export function streamUsageOf(context: CollectContext, field: FieldNode): StreamUsage | undefined {
  const values = valuesOf(context, 'stream', field);
  return values && { label: labelOf(values), initialCount: Math.max(0, Number(values['initialCount'] ?? 0)) };
}

function valuesOf({ schema, variables, isIncremental }: CollectContext, name: string, node: SelectionNode) {
  const directive = isIncremental ? schema.getDirective(name) : undefined;
  const values = directive && getDirectiveValues(directive, node, variables);
  return values == null || values['if'] === false ? undefined : values;
}

const labelOf = ({ label }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof label === 'string' ? label : undefined;
