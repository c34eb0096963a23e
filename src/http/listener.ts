import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Settings } from '../config.js';
import type { RequestHandler, ServerContext } from './request-handler.js';
import { normalizeTarget } from './target.js';

export interface ListenerOptions extends RequestHandler {
  readonly settings: Pick<Settings, 'HOST' | 'PORT' | 'HEADERS_TIMEOUT_MS' | 'REQUEST_TIMEOUT_MS'>;
  readonly logger: { readonly error: (fields: object, message: string) => void };
}

/** A request handler that listens on a port. */
export interface Listener {
  readonly url: string;
  readonly server: Server;
  readonly startDraining: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Milliseconds that a connection may stay idle. Longer than the minute of most load balancers: if the server closes
 * first, a request may be lost.
 */
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
  const connections = trackConnections(server);
  server.on('request', (request, response) => {
    addResponse(connections, request.socket, response);
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
        startDraining: () => startDraining(connections),
        close: () => close(connections),
      });
    });
  });
}

/** The fetch handler under node:http. Its package is loaded at the first request that the fast path does not serve. */
function createAdapter({ fetch, logger }: ListenerOptions) {
  const load = async () => {
    const { createServerAdapter } = await import('@whatwg-node/server');
    return createServerAdapter<ServerContext>((request, context) =>
      // The adapter would send the stack.
      fetch(request, context).catch((error: unknown) => {
        logger.error({ error: error instanceof Error ? error.stack : String(error) }, 'unexpected error');
        return new Response('Internal error. It is logged.\n', { status: 500 });
      }),
    );
  };
  let loading: ReturnType<typeof load> | undefined;
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const adapter = await (loading ??= load());
    // It would not hear that the client has left before.
    if (!response.destroyed) await adapter(request, response, {});
  };
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : '';
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The open connections and the responses in flight, so that both can end in good order. */
interface Connections {
  readonly server: Server;
  /**
   * Responses in flight by connection; more than one with pipelining. A set of all responses, which each request enters
   * and leaves, would grow old tables that keep responses alive.
   */
  readonly responses: Map<Socket, ServerResponse[]>;
  isDraining: boolean;
  isClosing: boolean;
}

function trackConnections(server: Server): Connections {
  const state: Connections = { server, responses: new Map(), isDraining: false, isClosing: false };
  server.on('connection', (socket) => {
    const inFlight: ServerResponse[] = [];
    state.responses.set(socket, inFlight);
    socket.once('close', () => {
      state.responses.delete(socket);
      for (const response of [...inFlight]) closeUnsent(response);
    });
  });
  return state;
}

function addResponse(state: Connections, socket: Socket, response: ServerResponse): void {
  const inFlight = state.responses.get(socket) ?? [];
  inFlight.push(response);
  if (state.isDraining) closeAfter(response);
  response.once('close', () => {
    inFlight.splice(inFlight.indexOf(response), 1);
    // Heads that were sent before the draining said `keep-alive`.
    if (state.isClosing) state.server.closeIdleConnections();
  });
}

/** From now on each response, also of a request in flight, asks its client to close the connection. */
function startDraining(state: Connections): void {
  state.isDraining = true;
  for (const inFlight of state.responses.values()) {
    const last = inFlight.at(-1);
    if (last !== undefined) closeAfter(last);
  }
}

/** Refuses new connections; resolves when every request in flight is answered and the last connection has closed. */
function close(state: Connections): Promise<void> {
  state.isClosing = true;
  const closed = new Promise<void>((resolve) => {
    state.server.close(() => resolve());
  });
  state.server.closeIdleConnections();
  // Node.js 20 takes a connection that has never sent anything for a busy one: it waits for the first headers.
  for (const socket of state.responses.keys()) if (socket.bytesRead === 0) socket.destroy();
  return closed;
}

/** node:http emits `close` on the response that it sends, but not on pipelined ones behind it. */
function closeUnsent(response: ServerResponse): void {
  if (response.socket !== null) return;
  response.destroy();
  response.emit('close');
}

/** Makes node:http send `Connection: close` and end the connection after the response. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
}
