import {
  type ConstDirectiveNode,
  type GraphQLField,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type ObjectTypeDefinitionNode,
  parse,
  print,
  visit,
} from 'graphql';
import { collections } from '../../partner/collection.js';
import { printPublicSchema } from '../nullability.js';
import { maxPageLimit } from '../../paging/plan.js';
import { type FieldCost, fieldCostOf } from '../cost/field-cost.js';

/** `@semanticNonNull` is defined as the linked specification has it, so that it composes with that of other subgraphs. */
const header = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@composeDirective", "@cost", "@listSize"])
  @link(url: "https://specs.apollo.dev/nullability/v0.4", import: ["@semanticNonNull"])
  @composeDirective(name: "@semanticNonNull")

"""
Null only together with an entry in \`errors\` for the same path: a client that handles errors may treat it as non-null.
"""
directive @semanticNonNull(levels: [Int!]! = [0]) on FIELD_DEFINITION`;

/** Each subgraph may have a `Node` and look-ups of its own, and their arguments differ: no directive makes them compose. */
const nodeType = 'Node';
const nodeLookUps: ReadonlySet<string> = new Set(['node', 'nodes']);

/** Types of the Relay specifications, which are the same in every subgraph. */
const shareableTypes: ReadonlySet<string> = new Set(['PageInfo']);

const shareable: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: 'shareable' },
};

const keyedById: ConstDirectiveNode = {
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: 'key' },
  arguments: [
    {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'fields' },
      value: { kind: Kind.STRING, value: 'id' },
    },
  ],
};

/**
 * The SDL of the façade as a subgraph (Federation 2), which `_service` returns.
 *
 * @param limits what one field can cost depends on them
 */
export function printSubgraph(schema: GraphQLSchema, limits: CostLimits = usualLimits): string {
  const keyed = new Set(collections.map(({ type }) => type));
  const query = schema.getQueryType()?.name;
  // `live` returns a Query, which would have the fields of all subgraphs: no router can find those in an event.
  const subscription = schema.getSubscriptionType()?.name;
  const document = visit(parse(printPublicSchema(schema), { noLocation: true }), {
    DirectiveDefinition: (): null => null,
    InterfaceTypeDefinition: ({ name }) => (name.value === nodeType ? null : undefined),
    ObjectTypeDefinition: (type) =>
      type.name.value === subscription
        ? null
        : withDemand(toSubgraphType(type, type.name.value === query, keyed), schema, limits),
  });
  return `${header}\n\n${print(document)}\n`;
}

/** Adds to each field what a router reads of its cost. */
function withDemand(
  type: ObjectTypeDefinitionNode,
  schema: GraphQLSchema,
  limits: CostLimits,
): ObjectTypeDefinitionNode {
  const declared = schema.getType(type.name.value);
  if (!isObjectType(declared)) return type;
  const fields = declared.getFields();
  return {
    ...type,
    fields: (type.fields ?? []).map((field) => ({
      ...field,
      directives: [...(field.directives ?? []), ...demandOf(fields[field.name.value], limits)],
    })),
  };
}

function toSubgraphType(
  type: ObjectTypeDefinitionNode,
  isQuery: boolean,
  keyed: ReadonlySet<string>,
): ObjectTypeDefinitionNode {
  const { name, interfaces = [], fields = [] } = type;
  const directives = [
    ...(keyed.has(name.value) ? [keyedById] : []),
    ...(shareableTypes.has(name.value) ? [shareable] : []),
  ];
  return {
    ...type,
    interfaces: interfaces.filter((each) => each.name.value !== nodeType),
    directives,
    fields: isQuery ? fields.filter((field) => !nodeLookUps.has(field.name.value)) : fields,
  };
}

/** The settings that bound what one field can cost, by their names. */
export interface CostLimits {
  readonly MAX_UPSTREAM_REQUESTS: number;
  readonly MAX_PAGE_SIZE: number;
  readonly MAX_LIST_ARGUMENT: number;
}

/** As in `config.ts`. */
const usualLimits: CostLimits = {
  MAX_UPSTREAM_REQUESTS: 250,
  MAX_PAGE_SIZE: 1000,
  MAX_LIST_ARGUMENT: 1000,
};

/**
 * What a router's demand control reads of a field (Federation 2.9, which has the directives of IBM's cost specification):
 * its REST requests as `@cost`, and the arguments that size its list as `@listSize`.
 */
function demandOf(
  field: GraphQLField<unknown, unknown> | undefined,
  limits: CostLimits,
): readonly ConstDirectiveNode[] {
  const reads = field && fieldCostOf(field);
  if (reads === undefined) return [];
  const cost = directive(`@cost(weight: ${maxRequests(reads, limits)})`);
  return reads.kind === 'pages' ? [cost, listSize] : [cost];
}

/** REST requests that one use of a field costs at most, whatever its arguments are. */
function maxRequests(reads: FieldCost, limits: CostLimits): number {
  return Math.min(mostOf(reads, limits), limits.MAX_UPSTREAM_REQUESTS);
}

function mostOf(reads: FieldCost, { MAX_PAGE_SIZE, MAX_LIST_ARGUMENT }: CostLimits): number {
  switch (reads.kind) {
    case 'record':
    case 'load':
      return 1;
    case 'records':
    case 'nodes':
    case 'entities':
      return MAX_LIST_ARGUMENT;
    case 'pages':
      // A filter or an order may read the whole list. Without them, a window from the end has to find it.
      return reads.maxMatches === undefined ? Math.ceil(MAX_PAGE_SIZE / maxPageLimit) + 1 : Infinity;
    case 'summary':
    case 'usage':
      return Infinity;
  }
}

/** 20 items without a size (contract, "Limits"). */
const listSize = directive(
  '@listSize(slicingArguments: ["first", "last"], assumedSize: 20, sizedFields: ["nodes", "edges"], requireOneSlicingArgument: false)',
);

function directive(text: string): ConstDirectiveNode {
  const [type] = parse(`scalar X ${text}`, { noLocation: true }).definitions;
  const [parsed] = type?.kind === Kind.SCALAR_TYPE_DEFINITION ? (type.directives ?? []) : [];
  if (parsed === undefined) throw new Error(`No directive: ${text}`);
  return parsed;
}
