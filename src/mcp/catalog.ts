import { createHash } from 'node:crypto';
import { type GraphQLSchema, type OperationDefinitionNode, OperationTypeNode, TokenKind } from 'graphql';
import type { Documents } from '../operation/documents/persisted-document.js';
import { graphqlQuery } from './graphql-query.js';
import { findMedia, findScreens, listPlaylists, operationTool, type OwnTool } from './own-tool.js';
import { fleetOverview, whatPlaysOn, whereIsMediaUsed } from './look-up-tool.js';
import { inputSchemaOf, outputSchemaOf, type Tool } from './tool.js';

export const ownTools: readonly OwnTool[] = [
  fleetOverview,
  findScreens,
  whatPlaysOn,
  findMedia,
  whereIsMediaUsed,
  listPlaylists,
];

export interface CatalogParts {
  readonly schema: GraphQLSchema;
  readonly documents: Pick<Documents, 'check' | 'trusted'>;
  readonly servesAnyDocument: boolean;
}

/** Bytes of the tools of one page; a response with them stays under 16 KiB. */
const maxPageBytes = 15 * 1024;

export type Catalog = ReturnType<typeof createCatalog>;

/** Checks all documents, and lists their tools: ours first, then those of the manifest. The first of a name is served. */
export function createCatalog({ schema, documents, servesAnyDocument }: CatalogParts) {
  const tools = new Map<string, Tool>();
  const warnings: string[] = [];
  for (const own of ownTools) {
    const tool = operationTool(own, schema, documents.check);
    if ('refusal' in tool) warnings.push(`The tool ${own.name} is not served: ${tool.refusal}`);
    else tools.set(own.name, tool);
  }
  if (servesAnyDocument) tools.set(graphqlQuery.name, graphqlQuery);
  const reserved = new Set([...ownTools.map(({ name }) => name), graphqlQuery.name]);
  for (const tool of manifestTools(schema, documents)) {
    if (reserved.has(tool.name))
      warnings.push(`The trusted operation ${tool.name} is no tool: one of the façade has its name.`);
    else if (tools.has(tool.name))
      warnings.push(`The trusted operation ${tool.name} is no tool: another one has its name.`);
    else tools.set(tool.name, tool);
  }
  return {
    get: (name: string): Tool | undefined => tools.get(name),
    /** Pages of the list, each within its bound. */
    pages: pagesOf([...tools.values()]),
    /** What an operator should know about tools that are not served. */
    warnings,
  };
}

function pagesOf(tools: readonly Tool[]): readonly (readonly Tool[])[] {
  const pages: Tool[][] = [[]];
  let bytes = 0;
  for (const tool of tools) {
    const size = Buffer.byteLength(JSON.stringify(tool)) + 1;
    if (bytes + size > maxPageBytes && bytes > 0) {
      pages.push([]);
      bytes = 0;
    }
    pages.at(-1)?.push(tool);
    bytes += size;
  }
  return pages;
}

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
