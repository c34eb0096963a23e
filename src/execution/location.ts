import type { ASTNode, GraphQLError, SourceLocation } from 'graphql';

/** Places in the document that one error names; a field may be selected in thousands. */
const maxLocations = 100;

/** Where nodes stand in their document. graphql-js counts the lines before each of them anew; the parser has done so. */
export function locationsOfNodes(nodes: readonly ASTNode[]): readonly SourceLocation[] {
  return nodes.slice(0, maxLocations).flatMap(({ loc }) => {
    if (loc === undefined) return [];
    const { line, column } = loc.startToken;
    // The token before the first one has no line.
    return [{ line: Math.max(1, line), column: Math.max(1, column) }];
  });
}

/** An error with the nodes that it is about, and their places. */
export const atNodes = (error: GraphQLError, nodes: readonly ASTNode[] | undefined): GraphQLError =>
  nodes === undefined ? error : Object.assign(error, { nodes, locations: locationsOfNodes(nodes) });
