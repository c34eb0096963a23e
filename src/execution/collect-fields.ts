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
  versionInfo,
} from 'graphql';
import { toVariableValues, type Variables } from './coercion.js';
import {
  type CollectedFields,
  type DeferUsage,
  divideFields,
  type IncrementalSpec,
  type MutableFieldSet,
  type Place,
  type StreamUsage,
  type UsedNode,
} from './deferred-fields.js';
import {
  type Fragments,
  type FragmentUse,
  responseNameOf,
  type SelectionVisitor,
  walkSelection,
} from './selection.js';

/** What the fields of one operation are collected with. */
export interface CollectContext {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  /** Coerced; undefined to include everything. */
  readonly variables: Variables | undefined;
  /** The format of incremental delivery; without one, `@defer` and `@stream` have no effect. */
  readonly incremental: IncrementalSpec | undefined;
}

/** A selection that is collected. */
interface CollectingPlace {
  readonly fields: MutableFieldSet;
  readonly usage: DeferUsage | undefined;
  /** Fragments whose fields this deferred fragment has, or one around it. */
  readonly visited: Set<string>;
}

/**
 * Collects the fields that are selected on an object of a type (GraphQL, "CollectFields").
 *
 * @throws GraphQLError for a condition that is null
 */
export function collectFields(
  context: CollectContext,
  type: GraphQLObjectType,
  { nodes, around, depth }: Place,
): CollectedFields {
  const { schema, fragments, incremental } = context;
  const deferred: CollectedFields['deferred'][number][] = [];
  const visitor: SelectionVisitor<CollectingPlace> = {
    field(node, { fields, usage }) {
      if (shouldInclude(context, node)) addField(fields, { node, usage });
    },
    fragment(use, fragment, place) {
      const isSpread = use.kind === Kind.FRAGMENT_SPREAD;
      const isVisited = isSpread && place.visited.has(use.name.value);
      // As in graphql-js: version 17 evaluates the conditions of a fragment that has been visited too.
      if (isVisited && versionInfo.major < 17 && !isDeferred(context, use)) return undefined;
      if (!shouldInclude(context, use) || fragment === undefined) return undefined;
      const usage = deferUsageOf(context, use, place.usage, depth);
      if (isVisited && usage === undefined) return undefined;
      if (isSpread && usage === undefined) place.visited.add(use.name.value);
      if (!doesFragmentConditionMatch(schema, type, fragment.typeCondition)) return undefined;
      if (usage === undefined) return place;
      if (incremental === 'v0.2') return { fields: place.fields, usage, visited: new Set(place.visited) };
      const own: CollectingPlace = { fields: new Map(), usage, visited: place.visited };
      walkSelection(fragment.selectionSet, fragments, visitor, own);
      // Behind those that it contains.
      deferred.push({ usages: [usage], groupedFieldSet: own.fields });
      return undefined;
    },
  };
  const fields: MutableFieldSet = new Map();
  const visitedBy = new Map<DeferUsage | undefined, Set<string>>();
  for (const { node, usage } of nodes) {
    const visited = visitedBy.get(usage) ?? new Set();
    visitedBy.set(usage, visited);
    walkSelection(node.selectionSet, fragments, visitor, { fields, usage, visited });
  }
  return incremental === 'v0.2' ? divideFields(fields, around) : { groupedFieldSet: fields, deferred };
}

function addField(fields: MutableFieldSet, field: UsedNode): void {
  const responseName = responseNameOf(field.node);
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
  const values = toVariableValues(variables);
  if (getDirectiveValues(GraphQLSkipDirective, node, values)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, values)?.['if'] !== false;
}

/** Undefined for a fragment that is not deferred. */
function deferUsageOf(
  context: CollectContext,
  use: FragmentUse,
  parent: DeferUsage | undefined,
  depth: number,
): DeferUsage | undefined {
  const values = valuesOf(context, 'defer', use);
  return values && { label: labelOf(values), parent, depth };
}

const isDeferred = (context: CollectContext, use: FragmentUse): boolean =>
  valuesOf(context, 'defer', use) !== undefined;

/** Undefined for a list that is delivered whole. */
export function streamUsageOf(context: CollectContext, field: FieldNode): StreamUsage | undefined {
  const values = valuesOf(context, 'stream', field);
  return values && { label: labelOf(values), initialCount: Math.max(0, Number(values['initialCount'] ?? 0)) };
}

function valuesOf({ schema, variables, incremental }: CollectContext, name: string, node: SelectionNode) {
  const directive = incremental === undefined ? undefined : schema.getDirective(name);
  const values = directive && getDirectiveValues(directive, node, variables && toVariableValues(variables));
  return values == null || values['if'] === false ? undefined : values;
}

const labelOf = ({ label }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof label === 'string' ? label : undefined;
