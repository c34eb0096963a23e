import { hash } from 'node:crypto';
import {
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
  TokenKind,
} from 'graphql';
import { CompiledQuery } from '../../execution/compile.js';
import { badRequest, checkParameters } from '../../document/parameters.js';
import type { CheckedOperation } from '../../document/checked-operation.js';
import type { DocumentResult } from '../../document/document.js';
import { runInSlices } from '../../document/slices.js';
import type { Runtime } from '../../operation/runtime.js';
import { type OwnTool, ownTools } from './own-tool.js';
import { dataSchemaOf, inputSchemaOf, objectSchema, outputSchemaOf, type Tool } from './tool.js';

/** Runs any query, as `/graphql` does. Its arguments are checked where every operation's are. */
export const graphqlQuery: Tool = {
  name: 'graphql_query',
  title: 'GraphQL query',
  description:
    'Runs a GraphQL query that no other tool covers, such as the items of a playlist. Read the resource schema.graphql first: its descriptions say what each field costs and which scope it needs. Select few fields, and ask for few items with `first`; read on with `after`. Select a list as `edges { cursor node { … } }`: if the result has to cut it, you can read on. Cost: as the schema says; with planOnly nothing is read and `cost` has the plan. There are no mutations and no subscriptions here.',
  inputSchema: objectSchema(
    {
      query: { type: 'string', description: 'The document.' },
      variables: {
        type: 'object',
        description: 'Its variables. Put names and ids here, not in the document.',
      },
      operationName: {
        type: 'string',
        description: 'Which operation, if the document has several.',
      },
      planOnly: { type: 'boolean', description: 'True: only estimate the cost.' },
    },
    ['query'],
  ),
  outputSchema: outputSchemaOf(),
  request({ query, variables, operationName, planOnly }) {
    if (planOnly != null && typeof planOnly !== 'boolean') {
      throw badRequest('planOnly must be true or false.');
    }
    const parameters = checkParameters({ query, variables, operationName });
    return { ...parameters, ...(planOnly === true && { explain: 'plan' }) };
  },
};

/** Bytes of the tools of one page; a response with them stays under 16 KiB. */
const maxPageBytes = 15 * 1024;

/** The tools that are served. */
export interface Catalog {
  readonly get: (name: string) => Tool | undefined;
  /** Pages of the list, each within its bound. */
  readonly pages: readonly (readonly Tool[])[];
}

type Warn = (message: string) => void;

/**
 * The tools, listed anew after the manifest has changed: in slices, as there may be thousands.
 * Until then those before are listed.
 *
 * @param warn hears of tools that are not served
 * @returns resolves when the first list is complete
 */
export async function createCatalog(runtime: Runtime, warn: Warn): Promise<() => Catalog> {
  const { manifest } = runtime.documents;
  /** Undefined where the manifest changes meanwhile. */
  const list = (): Promise<Catalog | undefined> => {
    const { texts } = manifest;
    return runInSlices(toCatalog(runtime, texts, warn), () => manifest.texts === texts);
  };
  let first = await list();
  while (first === undefined) first = await list();
  let catalog: Catalog = first;
  manifest.whenChanged(() => {
    const served = list().then((next) => {
      catalog = next ?? catalog;
    });
    void served;
  });
  return () => catalog;
}

/**
 * Checks all documents, and lists their tools: ours first, then those of the manifest. The first of
 * a name is served.
 */
function* toCatalog(
  { settings, documents, parts }: Runtime,
  texts: ReadonlySet<string>,
  warn: Warn,
): Generator<void, Catalog, void> {
  const { schema } = parts;
  const list = new ToolList();
  for (const own of ownTools) {
    const checked = documents.check(own.document);
    if ('errors' in checked) {
      warn(`The tool ${own.name} is not served: ${checked.errors[0]?.message ?? ''}`);
    }
    for (const query of queriesOf(checked)) list.add(toOwnTool(own, schema, query));
  }
  if (settings.TRUSTED_DOCUMENTS_MODE !== 'only') list.add(graphqlQuery);
  const reserved = new Set([...ownTools.map(({ name }) => name), graphqlQuery.name]);
  for (const text of texts) {
    for (const query of queriesOf(documents.check(text))) {
      const tool = toTool(schema, text, query);
      const isReserved = reserved.has(tool.name);
      const other = isReserved ? 'one of the façade' : 'another one';
      const isServed = !isReserved && list.add(tool);
      if (!isServed) warn(`The trusted operation ${tool.name} is no tool: ${other} has its name.`);
    }
    yield;
  }
  return list;
}

/** Tools by their names, and in pages. */
class ToolList implements Catalog {
  readonly pages: Tool[][] = [[]];
  private readonly byName = new Map<string, Tool>();
  /** Of the last page. */
  private bytes = 0;

  readonly get = (name: string): Tool | undefined => this.byName.get(name);

  /** @returns false where another tool has the name */
  add(tool: Tool): boolean {
    if (this.byName.has(tool.name)) return false;
    this.byName.set(tool.name, tool);
    const size = Buffer.byteLength(JSON.stringify(tool)) + 1;
    if (this.bytes + size > maxPageBytes && this.bytes > 0) {
      this.pages.push([]);
      this.bytes = 0;
    }
    this.pages.at(-1)?.push(tool);
    this.bytes += size;
    return true;
  }
}

function toOwnTool(
  { name, title, purpose, cost, scopes, document, arguments: descriptions }: OwnTool,
  schema: GraphQLSchema,
  { definition, ast }: Pick<CheckedOperation, 'definition' | 'ast'>,
): Tool {
  const missing =
    scopes.length > 1
      ? 'each part without its scope is null, with FORBIDDEN in `errors`'
      : 'without it: FORBIDDEN';
  return {
    name,
    title,
    description: `${purpose} Cost: ${cost}. Needs ${scopes.join(', ')}; ${missing}.`,
    inputSchema: inputSchemaOf(schema, definition, descriptions),
    outputSchema: outputSchemaOf(dataSchemaOf(new CompiledQuery(schema, ast, definition))),
    request: (variables) => ({ query: document, isOwn: true, variables }),
  };
}

/** Characters of a name that clients of MCP accept. */
const maxNameLength = 64;

/** Characters of a description, which leave room for others in the list. */
const maxDescriptionLength = 1000;

/** None of a document that is refused. A subscription has no single result, so it is no tool. */
function queriesOf(checked: DocumentResult): readonly CheckedOperation[] {
  if ('errors' in checked) return [];
  const { operations } = checked;
  const all = operations.names.flatMap((name) => operations.get(name) ?? []);
  return all.filter(({ definition }) => definition.operation === OperationTypeNode.QUERY);
}

function toTool(schema: GraphQLSchema, query: string, { definition }: CheckedOperation): Tool {
  const operationName = definition.name?.value;
  const described = operationDescription(definition);
  const about =
    described === '' ? 'An operation that the operator of the façade has prepared.' : described;
  return {
    name: toolName(operationName, query),
    title: operationName ?? 'Trusted operation',
    description: `${about} The result reports its cost in REST requests.`,
    inputSchema: inputSchemaOf(schema, definition),
    outputSchema: outputSchemaOf(),
    request: (variables) => ({ query, variables, operationName }),
  };
}

/** A hash of the text names an anonymous operation, and ends a name that had to be cut. */
function toolName(operationName: string | undefined, query: string): string {
  if (operationName !== undefined && operationName.length <= maxNameLength) return operationName;
  const digest = hash('sha256', query).slice(0, 8);
  const shortened = (operationName ?? 'operation').slice(0, maxNameLength - 9);
  return `${shortened}_${digest}`;
}

/**
 * The description of an operation (GraphQL, September 2025), else the comment above it, which older
 * tools can write.
 */
function operationDescription(definition: OperationDefinitionNode): string {
  const text = definition.description?.value.trim() ?? commentBefore(definition);
  return text.slice(0, maxDescriptionLength);
}

function commentBefore({ loc }: OperationDefinitionNode): string {
  const lines: string[] = [];
  let line = loc?.startToken.line ?? 0;
  let token = loc?.startToken.prev;
  while (token?.kind === TokenKind.COMMENT && token.line === line - 1) {
    lines.unshift(token.value.trim());
    line = token.line;
    token = token.prev;
  }
  return lines.join(' ').trim();
}
