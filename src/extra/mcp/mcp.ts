import { onceFor } from '../../base/once.js';
import { printPublicSchema } from '../../graphql/nullability.js';
import { usableCredential } from '../../operation/operation-request.js';
import { httpError } from '../../document/parameters.js';
import { callerOf, type Handler, type HttpOptions, lazy } from '../../http/request-handler.js';
import { parseJson } from '../../base/json.js';
import { checkCoding, checkLevels, readBodyText } from '../../http/request-body.js';

/**
 * MCP for agents. The tools are checked when the façade starts; the protocol's package is loaded at
 * the first request, and reads a request that was checked as one for GraphQL is.
 */
export function createMcp({ runtime, warn }: HttpOptions): Handler {
  const { settings, parts } = runtime;
  const loading = import('./catalog.js').then(({ createCatalog }) => createCatalog(runtime, warn));
  // Each request fails with it.
  loading.catch((error: unknown) => parts.observer.failed(error, 'start'));
  const print = onceFor(printPublicSchema);
  const sdl = settings.INTROSPECTION ? () => print(parts.schema) : undefined;
  return lazy(async () => {
    const catalog = await loading;
    const { checkHost, createMcpServer } = await import('./server.js');
    const serve = createMcpServer({ runtime, catalog, sdl });
    return async (request, context) => {
      checkHost(request, settings.MCP_ALLOWED_HOSTS);
      const caller = callerOf(request, context);
      usableCredential(caller.credential);
      const { sent, message } = await readMessage(request, settings.MAX_REQUEST_BYTES);
      return serve(sent, message, caller);
    };
  });
}

/**
 * @throws GraphQLError for a body that is too large or encoded, and for a batch, as at `/graphql`
 */
async function readMessage(request: Request, maxBytes: number) {
  const { url, method, headers, signal } = request;
  checkCoding(headers.get('content-encoding'));
  if (method !== 'POST') return { sent: request, message: undefined };
  const body = await readBodyText(request, maxBytes);
  const message = parseJson(body);
  // The package answers what is no JSON, and wants to read it.
  if (message === undefined) {
    return { sent: new Request(url, { method, headers, body, signal }), message };
  }
  checkLevels(body, message);
  if (Array.isArray(message)) throw httpError(400, batchRefusal, 'OPERATION_LIMIT_EXCEEDED');
  // Not a copy: after a garbage collection, a copy no longer hears that the client leaves.
  return { sent: request, message };
}

const batchRefusal =
  'The request is a batch, and may hold 1 message. Send one message with each request.';
