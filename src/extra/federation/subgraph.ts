/** The schema as a subgraph of Apollo Federation (docs/federation.md). */
import {
  extendSchema,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  isUnionType,
  type NameNode,
  parse,
  print,
  visit,
} from 'graphql';
import type { Settings } from '../../config.js';
import { maxPageLimit } from '../../paging/plan.js';
import { collections } from '../../partner/collection.js';
import { type FieldCost, fieldCostOf } from '../../graphql/cost/field-cost.js';
import { decodeRepresentations, nodeTypeOf } from '../../graphql/node.js';
import { printPublicSchema } from '../../graphql/nullability.js';
import { defaultSize } from '../../graphql/wanted-window.js';
import { readsNodes } from '../../graphql/types/node.js';

/** What a subgraph has besides its own schema (Federation 2, "Subgraph schema specification"). */
const additions = (entities: readonly string[]): string => `
"""A representation of an entity: its \`__typename\` and its \`id\`."""
scalar _Any

"""The types that other subgraphs may refer to by their \`id\`."""
union _Entity = ${entities.join(' | ')}

"""The façade as a subgraph."""
type _Service {
  """The SDL to compose a supergraph from."""
  sdl: String!
}

extend type Query {
  """The façade as a subgraph. Costs no REST request and needs no credential."""
  _service: _Service!
  """
  The records of several representations, in the same order. Costs at most one REST request for each distinct id, fewer if reading a list is cheaper. Needs the scopes of their types.
  """
  _entities(
    """The representations, as a router sends them."""
    representations: [_Any!]!
  ): [_Entity]!
}
`;

/**
 * The schema with what a router asks of a subgraph; each collection is an entity by its `id`. See
 * `printSubgraph`.
 */
export function toSubgraph(schema: GraphQLSchema, limits: CostLimits): GraphQLSchema {
  const types = collections.map(({ type }) => type).toSorted();
  const subgraph = extendSchema(schema, parse(additions(types)));
  const sdl = printSubgraph(schema, limits);
  const { _service, _entities } = subgraph.getQueryType()?.getFields() ?? {};
  Object.assign(_service ?? {}, { resolve: () => ({ sdl }) });
  const entities = readsNodes('representations', 'object', decodeRepresentations);
  Object.assign(_entities ?? {}, entities);
  const union = subgraph.getType('_Entity');
  if (isUnionType(union)) union.resolveType = (record: object) => nodeTypeOf.get(record);
  return subgraph;
}

/**
 * `@semanticNonNull` is defined as the linked specification has it, so that it composes with that
 * of other subgraphs.
 */
const header = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@composeDirective", "@cost", "@listSize"])
  @link(url: "https://specs.apollo.dev/nullability/v0.4", import: ["@semanticNonNull"])
  @composeDirective(name: "@semanticNonNull")

"""
Null only together with an entry in \`errors\` for the same path: a client that handles errors may treat it as non-null.
"""
directive @semanticNonNull(levels: [Int!]! = [0]) on FIELD_DEFINITION`;

/**
 * Each subgraph may have a `Node` and look-ups of its own, and their arguments differ: no directive
 * makes them compose.
 */
const nodeType = 'Node';
const nodeLookUps: ReadonlySet<string> = new Set(['node', 'nodes']);

type CostLimits = Pick<Settings, 'MAX_UPSTREAM_REQUESTS' | 'MAX_PAGE_SIZE' | 'MAX_LIST_ARGUMENT'>;

/** The SDL of the façade as a subgraph (Federation 2), which `_service` returns. */
export function printSubgraph(schema: GraphQLSchema, limits: CostLimits): string {
  const text = printPublicSchema(schema, (definition) =>
    isObjectType(definition) ? typeDirectivesOf(definition) : demandOf(definition, limits),
  );
  const dropNode = ({ name }: { readonly name: NameNode }): null | undefined =>
    name.value === nodeType ? null : undefined;
  const document = visit(parse(text, { noLocation: true }), {
    DirectiveDefinition: (): null => null,
    InterfaceTypeDefinition: dropNode,
    // As an interface of a type: only the look-ups return it.
    NamedType: dropNode,
    ObjectTypeDefinition(type) {
      const { name, fields = [] } = type;
      // `live` returns a Query, which would have the fields of all subgraphs: no router can find
      // those in an event.
      if (name.value === schema.getSubscriptionType()?.name) return null;
      if (name.value !== schema.getQueryType()?.name) return undefined;
      return { ...type, fields: fields.filter((field) => !nodeLookUps.has(field.name.value)) };
    },
  });
  return `${header}\n\n${print(document)}\n`;
}

function typeDirectivesOf({ name }: GraphQLObjectType): string {
  if (collections.some(({ type }) => type === name)) return ' @key(fields: "id")';
  // A type of the Relay specifications, which is the same in every subgraph.
  return name === 'PageInfo' ? ' @shareable' : '';
}

/**
 * What a router's demand control reads of a field (Federation 2.9, which has the directives of
 * IBM's cost specification): its REST requests as `@cost`, and the arguments that size its list as
 * `@listSize`.
 */
function demandOf(field: GraphQLField<unknown, unknown>, limits: CostLimits): string {
  const reads = fieldCostOf(field);
  if (reads === undefined) return '';
  const cost = ` @cost(weight: ${maxRequests(reads, limits)})`;
  return reads.kind === 'pages' ? `${cost} ${listSize}` : cost;
}

const listSize = `@listSize(slicingArguments: ["first", "last"], assumedSize: ${defaultSize}, sizedFields: ["nodes", "edges"], requireOneSlicingArgument: false)`;

/** REST requests that one use of a field costs at most, whatever its arguments are. */
function maxRequests(reads: FieldCost, limits: CostLimits): number {
  const { MAX_UPSTREAM_REQUESTS } = limits;
  return Math.min(boundOf(reads, limits) ?? MAX_UPSTREAM_REQUESTS, MAX_UPSTREAM_REQUESTS);
}

/** Undefined where nothing but the budget bounds them, as for a list that is read whole. */
function boundOf(
  reads: FieldCost,
  { MAX_PAGE_SIZE, MAX_LIST_ARGUMENT }: CostLimits,
): number | undefined {
  switch (reads.kind) {
    case 'record':
    case 'load':
      return 1;
    case 'records':
    case 'nodes':
      return MAX_LIST_ARGUMENT;
    case 'pages': {
      const mayReadWhole = 'maxMatches' in reads;
      // One more to find the end, for a window from there.
      return mayReadWhole ? undefined : Math.ceil(MAX_PAGE_SIZE / maxPageLimit) + 1;
    }
    case 'summary':
    case 'usage':
      return undefined;
  }
}
