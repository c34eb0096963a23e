import {
  extendSchema,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isUnionType,
  parse,
} from 'graphql';
import { collections } from '../../partner/collection.js';
import type { Context } from '../builder.js';
import { fieldCost } from '../cost/field-cost.js';
import { valuesOf } from '../field-value.js';
import { decodeRepresentation, nodeTypeOf } from '../node.js';
import { readNode } from '../types/node.js';
import { type CostLimits, printSubgraph } from './subgraph-sdl.js';

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

type Resolve<Arguments> = GraphQLFieldResolver<unknown, Context, Arguments>;

const resolveEntities: Resolve<{ readonly representations: readonly unknown[] }> = (
  _root,
  { representations },
  context,
  info,
) => valuesOf(representations, (each) => readNode(context, info, decodeRepresentation(each)));

/** The schema with what a router asks of a subgraph; each collection is an entity by its `id`. See `printSubgraph`. */
export function toSubgraph(schema: GraphQLSchema, limits: CostLimits): GraphQLSchema {
  const types = collections.map(({ type }) => type).toSorted();
  const subgraph = extendSchema(schema, parse(additions(types)));
  const sdl = printSubgraph(schema, limits);
  Object.assign(fieldOf(subgraph, '_service'), { resolve: () => ({ sdl }) });
  const cost = fieldCost({ kind: 'entities', argument: 'representations' });
  Object.assign(fieldOf(subgraph, '_entities'), { resolve: resolveEntities, ...cost });
  const union = subgraph.getType('_Entity');
  if (isUnionType(union)) union.resolveType = (record: object) => nodeTypeOf.get(record);
  return subgraph;
}

function fieldOf(schema: GraphQLSchema, name: string): GraphQLField<unknown, unknown> {
  const field = schema.getQueryType()?.getFields()[name];
  if (field === undefined) throw new Error(`The query type has no field ${name}.`);
  return field;
}
