import {
  type FieldNode,
  getDirectiveValues,
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
  type CollectedFields,
  type DeferUsage,
  divideFields,
  type FieldSet,
  type IncrementalSpec,
  type ParentNode,
  type Place,
  type StreamUsage,
  topPlace,
  type UsedNode,
} from './deferred-fields.js';
import { type Fragments, responseNameOf, type SelectionVisitor, walkSelection } from './selection.js';

interface CollectingPlace {
  readonly fields: FieldSet;
  readonly usage: DeferUsage | undefined;
  /** Fragments whose fields this deferred fragment has, or one around it. */
  readonly visited: Set<string>;
}

export class FieldCollector {
  /**
   * @param variables coerced; undefined to include everything
   * @param incremental the format of incremental delivery; without one, `@defer` and `@stream` have no effect
   */
  constructor(
    readonly schema: GraphQLSchema,
    private readonly fragments: Fragments,
    private readonly variables: Variables | undefined,
    readonly incremental: IncrementalSpec | undefined,
  ) {}

  /**
   * The fields that are selected on an object of a type (GraphQL, "CollectFields"): first those that are delivered with it,
   * then those that are delivered later.
   *
   * @throws GraphQLError for a condition that is null
   */
  collect(
    type: GraphQLObjectType,
    nodes: readonly ParentNode[],
    { around, depth }: Place = topPlace,
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
        const isSpread = use.kind === Kind.FRAGMENT_SPREAD;
        const isVisited = isSpread && place.visited.has(use.name.value);
        // As in graphql-js: version 17 evaluates the conditions of a fragment that has been visited too.
        if (isVisited && versionInfo.major < 17 && this.valuesOf('defer', use) === undefined)
          return undefined;
        if (!this.includes(use) || fragment === undefined) return undefined;
        const defer = this.valuesOf('defer', use);
        if (isVisited && defer === undefined) return undefined;
        if (isSpread && defer === undefined) place.visited.add(use.name.value);
        if (!this.doesMatch(type, fragment.typeCondition)) return undefined;
        if (defer === undefined) return place;
        const isDivided = this.incremental === 'v0.2';
        const usage = { label: labelOf(defer), parent: isDivided ? place.usage : undefined, depth };
        if (isDivided) return { fields: place.fields, usage, visited: new Set(place.visited) };
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
    return (
      values && { label: labelOf(values), initialCount: Math.max(0, Number(values['initialCount'] ?? 0)) }
    );
  }

  /** The definition of a field that validation has found. */
  definitionOf(parentType: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
    const mayBeMeta = name === '__typename' || parentType === this.schema.getQueryType();
    const definition = (mayBeMeta ? metaFields.get(name) : undefined) ?? parentType.getFields()[name];
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
    if (variables === undefined || node.directives === undefined || node.directives.length === 0) return true;
    const values = toVariableValues(variables);
    if (getDirectiveValues(GraphQLSkipDirective, node, values)?.['if'] === true) return false;
    return getDirectiveValues(GraphQLIncludeDirective, node, values)?.['if'] !== false;
  }

  /** The arguments of `@defer` or `@stream`; undefined where it has no effect. */
  private valuesOf(name: string, node: SelectionNode): Readonly<Record<string, unknown>> | undefined {
    const { schema, variables, incremental } = this;
    const directive = incremental === undefined ? undefined : schema.getDirective(name);
    const values = directive && getDirectiveValues(directive, node, variables && toVariableValues(variables));
    return values == null || values['if'] === false ? undefined : values;
  }
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

const labelOf = ({ label }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof label === 'string' ? label : undefined;
