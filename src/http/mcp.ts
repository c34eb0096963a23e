import { printPublicSchema } from '../graphql/nullability.js';
import type { Catalog } from '../mcp/catalog.js';
import { usableCredential } from '../operation/operation-request.js';
import { httpError } from '../operation/parameters.js';
import { callerOf, type Handler, type HttpOptions, lazy } from './request-handler.js';
import { parseJson } from '../rest/response-error.js';
import { checkCoding, checkLevels, readBodyText } from './request-body.js';

/**
 * MCP for agents. The tools are checked when the façade starts; the protocol's package is loaded at the first request,
 * and reads a request that was checked as one for GraphQL is.
 */
export function createMcp(options: HttpOptions): Handler {
  const { settings, runtime, run, failed } = options;
  const loading = loadCatalog(options);
  // Each request fails with it.
  loading.catch((error: unknown) => failed(error, 'start'));
  return lazy(async () => {
    const catalog = await loading;
    const { createMcpServer, findHostFault } = await import('../mcp/server.js');
    let sdl: string | undefined;
    const serve = createMcpServer({
      catalog,
      run,
      sdl: settings.INTROSPECTION ? () => (sdl ??= printPublicSchema(runtime.parts.schema)) : undefined,
      maxResultBytes: settings.MCP_MAX_RESULT_BYTES,
      maxRequestBytes: settings.MAX_REQUEST_BYTES,
      failed,
    });
    return async (request, context) => {
      const fault = findHostFault(request, settings.MCP_ALLOWED_HOSTS);
      if (fault !== undefined)
        throw httpError(403, `${fault.slice(0, 200)} (MCP_ALLOWED_HOSTS).`, 'FORBIDDEN');
      const caller = callerOf(request, context);
      usableCredential(caller.credential);
      const { sent, message } = await readMessage(request, settings.MAX_REQUEST_BYTES);
      return serve(sent, message, caller);
    };
  });
}

/** The tools, listed anew after the manifest has changed. */
async function loadCatalog({ settings, runtime, warn }: HttpOptions): Promise<() => Catalog> {
  const { documents } = runtime;
  const { schema } = runtime.parts;
  const { createCatalog } = await import('../mcp/catalog.js');
  const servesAnyDocument = settings.TRUSTED_DOCUMENTS_MODE !== 'only';
  let catalog: Catalog | undefined;
  let { texts } = documents.manifest;
  const current = (): Catalog => {
    if (catalog !== undefined && documents.manifest.texts === texts) return catalog;
    ({ texts } = documents.manifest);
    catalog = createCatalog(schema, documents, servesAnyDocument);
    for (const warning of catalog.warnings) warn(warning);
    return catalog;
  };
  current();
  return current;
}

/** @throws GraphQLError for a body that is too large or encoded, and for a batch, as at `/graphql` */
async function readMessage(request: Request, maxBytes: number) {
  const { url, method, headers, signal } = request;
  checkCoding(headers.get('content-encoding'));
  if (method !== 'POST') return { sent: request, message: undefined };
  const body = await readBodyText(request, maxBytes);
  const message = parseJson(body);
  // The package answers what is no JSON, and wants to read it.
  if (message === undefined) return { sent: new Request(url, { method, headers, body, signal }), message };
  checkLevels(body, message);
  if (Array.isArray(message)) throw httpError(400, batchRefusal, 'OPERATION_LIMIT_EXCEEDED');
  // Not a copy: after a garbage collection, a copy no longer hears that the client leaves.
  return { sent: request, message };
}

const batchRefusal = 'The request is a batch, and may hold 1 message. Send one message with each request.';
