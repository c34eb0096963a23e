import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { buildSubgraphSchema } from '@apollo/subgraph';
import { parse } from 'graphql';

/**
 * A subgraph of your own. It has a `Node` and a `node` as Relay wants them, and refers to screens
 * by their ids. A reference is nullable, because a screen may be gone: behind `Screen!` it would
 * take the whole result with it.
 */
const typeDefs = parse(`
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])

  interface Node { id: ID! }

  type Query {
    node(id: ID!): Node
    nodes(ids: [ID!]!): [Node]!
    venues(first: Int = 10): VenueConnection!
  }

  type Venue implements Node @key(fields: "id") { id: ID! city: String! screens: [Screen]! }
  type VenueConnection { nodes: [Venue!]! edges: [VenueEdge!]! pageInfo: PageInfo! }
  type VenueEdge { cursor: String! node: Venue! }

  type PageInfo @shareable {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }

  type Screen implements Node @key(fields: "id") { id: ID! venue: Venue }
`);

interface Venue {
  readonly __typename: 'Venue';
  readonly id: string;
  readonly city: string;
  readonly screenIds: readonly string[];
}

const venue = (id: string, city: string, screenIds: readonly string[]): Venue => ({
  __typename: 'Venue',
  id,
  city,
  screenIds,
});

const shared = ['scr_1fyak', 'scr_vajmp', 'scr_n57ps', 'scr_fzrgw'];

/** Screens of the simulator. The last one of Altona was removed from the CMS. */
const venues = [
  venue('ven_hall', 'Berlin', shared),
  venue('ven_tour', 'Berlin', shared.toReversed()),
  venue('ven_altona', 'Hamburg', ['scr_9tdj7', 'scr_nfyak']),
];

const findVenue = ({ id }: { readonly id: string }): Venue | null =>
  venues.find((each) => each.id === id) ?? null;

const resolvers = {
  Query: {
    node: (_root: unknown, args: { readonly id: string }) => findVenue(args),
    nodes: (_root: unknown, { ids }: { readonly ids: readonly string[] }) =>
      ids.map((id) => findVenue({ id })),
    venues(_root: unknown, { first }: { readonly first: number }) {
      const nodes = venues.slice(0, first);
      const edges = nodes.map((node) => ({ cursor: node.id, node }));
      const cursors = { startCursor: edges[0]?.cursor, endCursor: edges.at(-1)?.cursor };
      return {
        nodes,
        edges,
        pageInfo: { hasNextPage: first < venues.length, hasPreviousPage: false, ...cursors },
      };
    },
  },
  Venue: {
    __resolveReference: findVenue,
    screens: ({ screenIds }: Venue) => screenIds.map((id) => ({ __typename: 'Screen', id })),
  },
  Screen: {
    venue: ({ id }: { readonly id: string }) =>
      venues.find(({ screenIds }) => screenIds.includes(id)) ?? null,
  },
};

/** @returns the address of the subgraph */
export async function serveVenues(): Promise<string> {
  const server = new ApolloServer({ schema: buildSubgraphSchema({ typeDefs, resolvers }) });
  const { url } = await startStandaloneServer(server, { listen: { host: '127.0.0.1', port: 0 } });
  return url;
}
