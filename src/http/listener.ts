import { createServer, type Server } from 'node:http';
import { createServerAdapter } from '@whatwg-node/server';
import type { Settings } from '../config.js';
import { addResponse, close, startDraining, trackConnections } from './connection-tracker.js';
import type { RequestHandler, ServerContext } from './request-handler.js';
import { normalizeTarget } from './target.js';

export interface ListenerOptions extends RequestHandler {
  readonly settings: Pick<Settings, 'HOST' | 'PORT' | 'HEADERS_TIMEOUT_MS' | 'REQUEST_TIMEOUT_MS'>;
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
  const adapter = createServerAdapter<ServerContext>((request, context) => handler.fetch(request, context));
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
    if (!handler.fastPath(request, response)) void adapter(request, response, {});
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

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : '';
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
