import {
  type FieldNode,
  getDirectiveValues,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isAbstractType,
  Kind,
  type NamedTypeNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  versionInfo,
} from 'graphql';
import { toVariableValues, type Variables } from './coercion.js';
import {
  type Fragments,
  responseNameOf,
  type SelectionVisitor,
  walkSelection,
} from './selection.js';

/**
 * The formats of incremental delivery, by the parameter of `Accept` that names them:
 * `deferSpec=20220824`, in which each deferred fragment is delivered with all its fields, and
 * `incrementalSpec=v0.2`, in which no field is delivered twice.
 */
export type IncrementalSpec = '20220824' | 'v0.2';

/** A deferred fragment of the objects that a selection is on. */
export interface DeferUsage {
  readonly label: string | undefined;
  /** The deferred fragment around it, in v0.2: there it is delivered before. */
  readonly parent: DeferUsage | undefined;
  /** Steps of the path from the data of the operation to the object. */
  readonly depth: number;
}

/** What `@stream` says of a list: how many items are delivered with it. */
export interface StreamUsage {
  readonly label: string | undefined;
  readonly initialCount: number;
}

/** A node, and the innermost deferred fragment that selects it. */
export interface UsedNode<Node = FieldNode> {
  readonly node: Node;
  readonly usage?: DeferUsage | undefined;
}

/** A node that has the fields that are collected: that of a field, or the operation itself. */
export type ParentNode = UsedNode<Pick<FieldNode, 'selectionSet'>>;

/** Where objects are whose fields are collected. */
export interface ObjectPlace {
  /**
   * The deferred fragments that the objects are delivered with; empty where they are not deferred.
   */
  readonly around: readonly DeferUsage[];
  /** As that of `DeferUsage`. */
  readonly depth: number;
  /** The path of the field that has the objects; undefined for the data of the operation. */
  readonly path?: string;
}

/**
 * Fields of an object by their response names, in the order of the response: those of one name are
 * one field.
 */
type FieldSet = Map<string, [UsedNode, ...UsedNode[]]>;

/**
 * Fields of an object that are delivered together, with the deferred fragments that they are
 * delivered with.
 */
export interface CollectedFields {
  readonly usages: readonly DeferUsage[];
  readonly fields: FieldSet;
}

interface CollectingPlace {
  readonly fields: FieldSet;
  readonly usage: DeferUsage | undefined;
  /** Fragments whose fields this deferred fragment has, or one around it. */
  readonly visited: Set<string>;
}

export class FieldCollector {
  /**
   * @param variables coerced; undefined to include everything
   *
   * @param incremental the format of incremental delivery; without one, `@defer` and `@stream` have
   *   no effect
   */
  constructor(
    readonly schema: GraphQLSchema,
    private readonly fragments: Fragments,
    private readonly variables: Variables | undefined,
    readonly incremental: IncrementalSpec | undefined,
  ) {}

  /**
   * The fields that are selected on an object of a type (GraphQL, "CollectFields"): first those
   * that are delivered with it, then those that are delivered later.
   *
   * @throws GraphQLError for a condition that is null, and for a label that is too long
   */
  collect(
    type: GraphQLObjectType,
    nodes: readonly ParentNode[],
    { around, depth }: ObjectPlace,
  ): [CollectedFields, ...CollectedFields[]] {
    const deferred: CollectedFields[] = [];
    const visitor = this.visitorFor(type, depth, deferred);
    const fields: FieldSet = new Map();
    const visitedBy = new Map<DeferUsage | undefined, Set<string>>();
    for (const { node, usage } of nodes) {
      const visited = visitedBy.get(usage) ?? new Set();
      visitedBy.set(usage, visited);
      walkSelection(node.selectionSet, this.fragments, visitor, { fields, usage, visited });
    }
    if (this.incremental === 'v0.2') return divideFields(fields, around);
    return [{ usages: around, fields }, ...deferred];
  }

  /** @param deferred receives what fragments defer in the format of 2022 */
  private visitorFor(
    type: GraphQLObjectType,
    depth: number,
    deferred: CollectedFields[],
  ): SelectionVisitor<CollectingPlace> {
    const visitor: SelectionVisitor<CollectingPlace> = {
      field: (node, { fields, usage }) => {
        if (this.includes(node)) addField(fields, { node, usage });
      },
      fragment: (use, fragment, place) => {
        const name = use.kind === Kind.FRAGMENT_SPREAD ? use.name.value : undefined;
        const isVisited = name !== undefined && place.visited.has(name);
        if (isVisited && !evaluatesVisited && this.valuesOf('defer', use) === undefined) {
          return undefined;
        }
        if (!this.includes(use) || fragment === undefined) return undefined;
        const defer = this.valuesOf('defer', use);
        if (defer === undefined) {
          if (isVisited) return undefined;
          if (name !== undefined) place.visited.add(name);
          return this.doesMatch(type, fragment.typeCondition) ? place : undefined;
        }
        if (!this.doesMatch(type, fragment.typeCondition)) return undefined;
        if (this.incremental === 'v0.2') return insideDeferred(place, labelOf(defer), depth);
        const usage: DeferUsage = { label: labelOf(defer), parent: undefined, depth };
        const own: CollectingPlace = { fields: new Map(), usage, visited: place.visited };
        walkSelection(fragment.selectionSet, this.fragments, visitor, own);
        // Behind those that it contains.
        deferred.push({ usages: [usage], fields: own.fields });
        return undefined;
      },
    };
    return visitor;
  }

  /** Undefined for a list that is delivered whole. */
  streamUsageOf(field: FieldNode): StreamUsage | undefined {
    const values = this.valuesOf('stream', field);
    if (values === undefined) return undefined;
    const initialCount = Math.max(0, Number(values['initialCount'] ?? 0));
    return { label: labelOf(values), initialCount };
  }

  /** The definition of a field that validation has found. */
  definitionOf(parentType: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
    const mayBeMeta = name === '__typename' || parentType === this.schema.getQueryType();
    const metaField = mayBeMeta ? metaFields.get(name) : undefined;
    const definition = metaField ?? parentType.getFields()[name];
    if (definition === undefined) throw new Error(`${parentType.name} has no field ${name}.`);
    return definition;
  }

  private doesMatch(type: GraphQLObjectType, condition: NamedTypeNode | undefined): boolean {
    if (condition === undefined || condition.name.value === type.name) return true;
    const conditionType = this.schema.getType(condition.name.value);
    return isAbstractType(conditionType) && this.schema.isSubType(conditionType, type);
  }

  /** Whether `@skip` and `@include` select a node. */
  private includes(node: SelectionNode): boolean {
    const { variables } = this;
    const { directives = [] } = node;
    if (variables === undefined || directives.length === 0) return true;
    const values = toVariableValues(variables);
    if (getDirectiveValues(GraphQLSkipDirective, node, values)?.['if'] === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, node, values)?.['if'] !== false;
  }

  /** The arguments of `@defer` or `@stream`; undefined where it has no effect. */
  private valuesOf(
    name: string,
    node: SelectionNode,
  ): Readonly<Record<string, unknown>> | undefined {
    const { schema, variables, incremental } = this;
    const directive = incremental === undefined ? undefined : schema.getDirective(name);
    if (directive == null) return undefined;
    const values = getDirectiveValues(directive, node, variables && toVariableValues(variables));
    return values?.['if'] === false ? undefined : values;
  }
}

/** As in graphql-js, of a fragment that has been visited: its conditions are evaluated again. */
const evaluatesVisited = versionInfo.major >= 17;

/** The place in a deferred fragment, whose fields are divided from those around it afterwards. */
function insideDeferred(
  { fields, usage: parent, visited }: CollectingPlace,
  label: string | undefined,
  depth: number,
): CollectingPlace {
  return { fields, usage: { label, parent, depth }, visited: new Set(visited) };
}

const metaFields: ReadonlyMap<string, GraphQLField<unknown, unknown>> = new Map(
  [TypeNameMetaFieldDef, SchemaMetaFieldDef, TypeMetaFieldDef].map((field) => [field.name, field]),
);

function addField(fields: FieldSet, field: UsedNode): void {
  const responseName = responseNameOf(field.node);
  const group = fields.get(responseName);
  if (group === undefined) fields.set(responseName, [field]);
  else group.push(field);
}

/** Characters. A label comes back with each object that is delivered later, as an alias does. */
const maxLabelLength = 256;

/** @throws GraphQLError */
function labelOf({ label }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof label !== 'string') return undefined;
  if (label.length <= maxLabelLength) return label;
  throw new GraphQLError(
    `Argument "label" has ${label.length} characters; at most ${maxLabelLength} are allowed (fixed: no setting raises it).`,
  );
}

/**
 * Divides fields by the deferred fragments that they are delivered with, so that each field is
 * delivered once.
 */
function divideFields(
  fields: FieldSet,
  around: readonly DeferUsage[],
): [CollectedFields, ...CollectedFields[]] {
  const parts: [CollectedFields, ...CollectedFields[]] = [{ usages: around, fields: new Map() }];
  for (const [name, group] of fields) {
    const usages = usagesOf(group);
    const known = parts.find((each) => isSame(each.usages, usages));
    if (known === undefined) parts.push({ usages, fields: new Map([[name, group]]) });
    else known.fields.set(name, group);
  }
  return parts;
}

const isSame = (some: readonly DeferUsage[], others: readonly DeferUsage[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each));

/**
 * The outermost of the deferred fragments that select a field; none where something selects it that
 * is not deferred.
 */
function usagesOf(group: readonly UsedNode[]): readonly DeferUsage[] {
  const usages = new Set<DeferUsage>();
  for (const { usage } of group) {
    if (usage === undefined) return [];
    usages.add(usage);
  }
  if (usages.size === 1) return [...usages];
  return [...usages].filter(({ parent }) => {
    let outer = parent;
    while (outer !== undefined && !usages.has(outer)) outer = outer.parent;
    return outer === undefined;
  });
}
