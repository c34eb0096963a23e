import { createHash } from 'node:crypto';
import { type GraphQLSchema, OperationTypeNode, type OperationDefinitionNode, TokenKind } from 'graphql';
import type { Documents } from '../operation/documents/persisted-document.js';
import { inputSchemaOf, outputSchemaOf } from './json-schema.js';
import type { Tool } from './tool.js';

/** Characters of a name that clients of MCP accept, and of a description that leaves room for others in the list. */
const maxNameLength = 64;
const maxDescriptionLength = 1000;

/** The queries of a manifest as tools. A subscription has no single result, so it is none. */
export function manifestTools(
  schema: GraphQLSchema,
  { trusted, check }: Pick<Documents, 'trusted' | 'check'>,
): readonly Tool[] {
  return [...trusted].flatMap((query) => {
    const checked = check(query);
    // The manifest was checked when it was opened.
    if ('errors' in checked) return [];
    const { operations } = checked;
    return operations.names.flatMap((operationName) => {
      const definition = operations.get(operationName)?.definition;
      if (definition?.operation !== OperationTypeNode.QUERY) return [];
      return [toTool(schema, query, definition)];
    });
  });
}

function toTool(schema: GraphQLSchema, query: string, definition: OperationDefinitionNode): Tool {
  const operationName = definition.name?.value;
  const about = operationDescription(definition);
  return {
    name: toolName(operationName, query),
    title: operationName ?? 'Trusted operation',
    description: `${about === '' ? 'An operation that the operator of the façade has prepared.' : about} The result reports its cost in REST requests.`,
    inputSchema: inputSchemaOf(schema, definition),
    outputSchema: outputSchemaOf(),
    request: (variables) => ({ query, variables, ...(operationName !== undefined && { operationName }) }),
  };
}

/** A hash of the text names an anonymous operation, and ends a name that had to be cut. */
function toolName(operationName: string | undefined, query: string): string {
  if (operationName !== undefined && operationName.length <= maxNameLength) return operationName;
  const digest = createHash('sha256').update(query).digest('hex').slice(0, 8);
  return `${(operationName ?? 'operation').slice(0, maxNameLength - 9)}_${digest}`;
}

/** The description of an operation (GraphQL, September 2025), else the comment above it, which older tools can write. */
const operationDescription = (definition: OperationDefinitionNode): string =>
  (definition.description?.value.trim() ?? commentBefore(definition)).slice(0, maxDescriptionLength);

/** The comment lines directly above an operation. */
function commentBefore({ loc }: OperationDefinitionNode): string {
  const lines: string[] = [];
  let token = loc?.startToken.prev;
  for (let line = loc?.startToken.line ?? 0; token?.kind === TokenKind.COMMENT; token = token.prev) {
    if (token.line !== line - 1) break;
    line = token.line;
    lines.unshift(token.value.trim());
  }
  return lines.join(' ').trim();
}
