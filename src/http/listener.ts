import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Settings } from '../config.js';
import { Connections } from './connection.js';
import type { RequestHandler, ServerContext } from './request-handler.js';
import { normalizeTarget } from './target.js';

export interface ListenerOptions extends RequestHandler {
  readonly settings: Pick<Settings, 'HOST' | 'PORT' | 'HEADERS_TIMEOUT_MS' | 'REQUEST_TIMEOUT_MS'>;
  readonly logger: { readonly error: (fields: object, message: string) => void };
}

export interface Listener {
  readonly url: string;
  readonly server: Server;
  readonly startDraining: () => void;
  readonly close: () => Promise<void>;
}

/** Milliseconds. Longer than the minute of most load balancers: if the server closes first, a request may be lost. */
const keepAliveTimeoutMs = 65_000;

/** Milliseconds between two checks for slow clients; the default of node:http, 30 s, would enforce the timeouts late. */
const checkIntervalMs = 1000;

/** Listens with node:http; rejects when the port cannot be bound. */
export function listen(handler: ListenerOptions): Promise<Listener> {
  const { HOST, PORT, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } = handler.settings;
  const serve = createAdapter(handler);
  // None of these runs while an operation is executed: OPERATION_TIMEOUT_MS ends that.
  const server = createServer({
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(checkIntervalMs, HEADERS_TIMEOUT_MS),
  });
  const connections = new Connections(server);
  server.on('request', (request, response) => {
    connections.addResponse(request, response);
    normalizeTarget(request);
    if (!handler.fastPath(request, response)) void serve(request, response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, () => {
      server.off('error', reject);
      resolve({
        url: urlOf(server, HOST),
        server,
        startDraining: () => connections.startDraining(),
        close: () => connections.closeAll(),
      });
    });
  });
}

/** The fetch handler under node:http. Its package is loaded at the first request that the fast path does not serve. */
function createAdapter({ fetch, logger }: ListenerOptions) {
  const loadAdapter = async () => {
    const { createServerAdapter } = await import('@whatwg-node/server');
    return createServerAdapter<ServerContext>((request, context) =>
      // The adapter would send the stack.
      fetch(request, context).catch((error: unknown) => {
        logger.error({ error: error instanceof Error ? error.stack : String(error) }, 'unexpected error');
        return new Response('Internal error. It is logged.\n', { status: 500 });
      }),
    );
  };
  let loading: ReturnType<typeof loadAdapter> | undefined;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const adapter = await (loading ??= loadAdapter());
    // It would not hear that the client has left before.
    if (!response.destroyed) await adapter(request, response, {});
  };
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : '';
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
