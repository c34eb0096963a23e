/** Tools for agents (docs/agents.md). */
import { onceFor } from '../../base/once.js';
import { printPublicSchema } from '../../graphql/nullability.js';
import { usableCredential } from '../../operation/operation-request.js';
import { httpError } from '../../document/parameters.js';
import type { Runtime } from '../../operation/runtime.js';
import { callerOf, type Handler, lazy, uncached } from '../../http/request-handler.js';
import type { Route } from '../../http/route.js';
import { parseJson } from '../../base/json.js';
import { checkCoding, checkLevels, readBodyText } from '../../http/request-body.js';

export const mcpPath = '/mcp';

/**
 * MCP for agents, where it is enabled. The tools are checked when the façade starts.
 *
 * @param warn receives what an operator should know about tools that are not served
 */
export function createMcpRoutes(
  runtime: Runtime,
  warn: (message: string) => void,
): readonly Route[] {
  if (runtime.settings.MCP !== true) return [];
  return [
    { path: mcpPath, handler: uncached(createMcp(runtime, warn)), isCounted: true },
    { path: isSignInPath, handler: noSignIn, isPlain: true },
  ];
}

/**
 * Where an agent without a credential looks for a sign-in, and would register itself (MCP,
 * "Authorization"; RFC 7591, 8414 and 9728). Some look below `/mcp`.
 */
const isSignInPath = (path: string): boolean =>
  /^(?:\/mcp)?\/(?:(?:register|authorize|token)$|\.well-known\/(?:oauth-|openid-configuration))/.test(
    path,
  );

/** The agent's program shows a description in the form of OAuth (RFC 6749, 5.2). */
const noSignIn = (): Response =>
  Response.json({ error: 'invalid_request', error_description: noSignInMessage }, { status: 404 });

const noSignInMessage =
  'There is no sign-in. Each request to /mcp needs the header Authorization: Bearer <credential>.';

/**
 * The protocol's package is loaded at the first request, and reads a request that was checked as
 * one for GraphQL is.
 */
function createMcp(runtime: Runtime, warn: (message: string) => void): Handler {
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
      return withoutConnection(await serve(sent, message, caller));
    };
  });
}

/**
 * The package asks for a kept connection: that is for the server to decide, which may be draining.
 */
function withoutConnection(response: Response): Response {
  if (response.headers.get('connection') === 'keep-alive') response.headers.delete('connection');
  return response;
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
