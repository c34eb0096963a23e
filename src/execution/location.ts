import type { ASTNode, GraphQLError, SourceLocation } from 'graphql';

/** Locations of one error; a field may be selected thousands of times. */
const maxLocations = 100;

/** The locations of nodes. graphql-js would count the lines before each node again; the parser has done so already. */
export function locationsOfNodes(nodes: readonly ASTNode[]): readonly SourceLocation[] {
  return nodes.slice(0, maxLocations).flatMap(({ loc }) => {
    if (loc === undefined) return [];
    const { line, column } = loc.startToken;
    // The token at the start of a file has line 0 and column 0.
    return [{ line: Math.max(1, line), column: Math.max(1, column) }];
  });
}

/** Adds to an error the nodes that it is about, and their locations. */
export const atNodes = (error: GraphQLError, nodes: readonly ASTNode[] | undefined): GraphQLError =>
  nodes === undefined ? error : Object.assign(error, { nodes, locations: locationsOfNodes(nodes) });
