import type { GraphQLSchema } from 'graphql';
import type { Documents } from '../operation/documents/persisted-document.js';
import { graphqlQuery } from './graphql-query.js';
import { manifestTools } from './manifest-tool.js';
import { findMedia, findScreens, listPlaylists } from './list-tool.js';
import { fleetOverview, whatPlaysOn, whereIsMediaUsed } from './look-up-tool.js';
import { operationTool, type OwnTool } from './own-tool.js';
import type { Tool } from './tool.js';

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
