import { GraphQLError, type GraphQLSchema } from 'graphql';
import type { Settings } from '../config.js';
import { printPublicSchema } from '../graphql/nullability.js';
import type { Catalog } from '../mcp/catalog.js';
import type { McpFetch } from '../mcp/server.js';
import type { Documents } from '../operation/documents/persisted-document.js';
import { readMaxAge } from '../operation/max-age.js';
import { countHeaders, credentialRefusal, readCredential } from '../operation/operation-request.js';
import { httpError } from '../operation/parameters.js';
import type { RunOperation } from '../operation/run-operation.js';
import { checkCoding, checkLevels, readText, requestTooLarge, tryParse } from './request-body.js';
import type { Handler } from './request-handler.js';
import { contentTypes, errorResponse, printResponse, toHttpResponse } from './response.js';

/** What serves agents beside what serves GraphQL. */
export interface McpSource {
  readonly documents: Documents;
  /** Receives what an operator should know about tools that are not served. */
  readonly warn: (message: string) => void;
}

interface McpOptions extends McpSource {
  readonly settings: Settings;
  readonly schema: GraphQLSchema;
  readonly run: RunOperation;
  readonly failed: (error: unknown, requestId: string) => void;
}

/**
 * MCP for agents. The tools are checked when the façade starts; the protocol's package is loaded at the first request. A
 * request is checked as one for GraphQL is, before the package reads it.
 */
export function createMcp(options: McpOptions): Handler {
  const { settings } = options;
  const catalog = loadCatalog(options);
  // Each request fails with it.
  catalog.catch((error: unknown) => options.failed(error, 'start'));
  let loading: Promise<Serving> | undefined;
  return async (request, { req, requestId = crypto.randomUUID() }) => {
    const serving = await (loading ??= catalog.then((loaded) => load(options, loaded)));
    const fault = serving.findHostFault(request, settings.MCP_ALLOWED_HOSTS);
    if (fault !== undefined)
      return errorResponse(403, 'FORBIDDEN', `${fault.slice(0, 200)} (MCP_ALLOWED_HOSTS).`);
    const { headers } = request;
    const headerCount = req === undefined ? 1 : countHeaders(req.rawHeaders, 'authorization');
    const credential = readCredential(headers.get('authorization'), headerCount);
    const caller = { credential, requestId, maxAge: readMaxAge(headers.get('cache-control')) };
    try {
      if (credential.kind !== 'usable') throw credentialRefusal(credential.kind);
      const { sent, body } = await readMessage(request, settings.MAX_REQUEST_BYTES);
      return await serving.fetch(sent, body, caller);
    } catch (error) {
      if (error instanceof GraphQLError) return refuse(error);
      throw error;
    }
  };
}

/** What is loaded at the first request. */
interface Serving {
  readonly fetch: McpFetch;
  readonly findHostFault: (request: Request, allowed: readonly string[]) => string | undefined;
}

async function loadCatalog({ schema, documents, settings, warn }: McpOptions): Promise<Catalog> {
  const { createCatalog } = await import('../mcp/catalog.js');
  const servesAnyDocument = settings.TRUSTED_DOCUMENTS_MODE !== 'only';
  const catalog = createCatalog({ schema, documents, servesAnyDocument });
  for (const warning of catalog.warnings) warn(warning);
  return catalog;
}

async function load({ settings, schema, run, failed }: McpOptions, catalog: Catalog): Promise<Serving> {
  const [{ createMcpServer }, { findHostFault }] = await Promise.all([
    import('../mcp/server.js'),
    import('../mcp/host-check.js'),
  ]);
  let sdl: string | undefined;
  const fetch = createMcpServer({
    catalog,
    run,
    sdl: settings.INTROSPECTION ? () => (sdl ??= printPublicSchema(schema)) : undefined,
    maxResultBytes: settings.MCP_MAX_RESULT_BYTES,
    maxRequestBytes: settings.MAX_REQUEST_BYTES,
    failed,
  });
  return { fetch, findHostFault };
}

interface Message {
  readonly sent: Request;
  /** Undefined where there is none, or no JSON. */
  readonly body: unknown;
}

/** @throws GraphQLError for a body that is too large or encoded, and for a batch, as at `/graphql` */
async function readMessage(request: Request, maxBytes: number): Promise<Message> {
  checkCoding(request.headers.get('content-encoding'));
  if (request.method !== 'POST') return { sent: request, body: undefined };
  if (Number(request.headers.get('content-length')) > maxBytes) throw requestTooLarge(maxBytes);
  const text = await readText(request.body, maxBytes);
  const body = tryParse(text);
  if (body !== undefined) checkLevels(text);
  if (Array.isArray(body)) throw httpError(400, batchRefusal, 'OPERATION_LIMIT_EXCEEDED');
  if (body !== undefined) return { sent: request, body };
  // The package answers what is no JSON, and wants to read it.
  const { url, method, headers, signal } = request;
  return { sent: new Request(url, { method, headers, body: text, signal }), body: undefined };
}

const batchRefusal = 'The request is a batch, and may hold 1 message. Send one message with each request.';

function refuse(error: GraphQLError): Response {
  const result = { errors: [error] };
  const { status, headers } = toHttpResponse(result, 'application/json');
  const type = contentTypes['application/json'];
  return new Response(printResponse(result), { status, headers: { ...headers, 'Content-Type': type } });
}
