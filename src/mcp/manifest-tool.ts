import { createHash } from 'node:crypto';
import { type GraphQLSchema, OperationTypeNode, type OperationDefinitionNode, TokenKind } from 'graphql';
import type { Documents } from '../operation/documents/persisted-document.js';
import { inputSchemaOf } from './input-schema.js';
import { outputSchemaOf } from './output-schema.js';
import type { Tool } from './tool.js';

/** Characters of a name that clients of MCP accept, and of a description that leaves room for others in the list. */
const maxNameLength = 64;
const maxDescriptionLength = 1000;

/** The queries of a manifest as tools. A subscription has no single result, so it is none. */
export function manifestTools(
  schema: GraphQLSchema,
  { trusted, check }: Pick<Documents, 'trusted' | 'check'>,
): readonly Tool[] {
  return trusted.flatMap((query) => {
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
  const comment = commentBefore(definition);
  return {
    name: nameOf(operationName, query),
    title: operationName ?? 'Trusted operation',
    description: `${comment === '' ? 'An operation that the operator of the façade has prepared.' : comment} The result reports its cost in REST requests.`,
    inputSchema: inputSchemaOf(schema, definition),
    outputSchema: outputSchemaOf(),
    request: (variables) => ({ query, variables, ...(operationName !== undefined && { operationName }) }),
  };
}

/** An anonymous operation is named by its text; a long name is told from others by it. */
function nameOf(operationName: string | undefined, query: string): string {
  if (operationName !== undefined && operationName.length <= maxNameLength) return operationName;
  const digest = createHash('sha256').update(query).digest('hex').slice(0, 8);
  return `${(operationName ?? 'operation').slice(0, maxNameLength - 9)}_${digest}`;
}

/** The comment lines directly above an operation: GraphQL has no descriptions of operations that all tools write. */
function commentBefore({ loc }: OperationDefinitionNode): string {
  const lines: string[] = [];
  let token = loc?.startToken.prev;
  for (let line = loc?.startToken.line ?? 0; token?.kind === TokenKind.COMMENT; token = token.prev) {
    if (token.line !== line - 1) break;
    line = token.line;
    lines.unshift(token.value.trim());
  }
  return lines.join(' ').trim().slice(0, maxDescriptionLength);
}
