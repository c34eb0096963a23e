import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createServerAdapter } from '@whatwg-node/server';
import type { ServerContext } from './server-context.js';
import type { Facade } from '../facade.js';
import { normalizeTarget } from './target.js';

/** The façade on a port. */
export interface Listener {
  readonly url: string;
  readonly server: Server;
  /** From now on each answer, those under way included, tells its client to close the connection. */
  readonly startDraining: () => void;
  /** Refuses new connections; resolves when everything in flight is answered and the last connection has ended. */
  readonly close: () => Promise<void>;
}

/**
 * Milliseconds that a connection may stay open between two requests. Longer than the minute of most load balancers:
 * the side that closes first must be the one that sends, or a request is lost now and then.
 */
const keepAliveTimeoutMs = 65_000;

/** Milliseconds between two looks at slow clients; node:http looks every 30 s, and cuts nobody off before. */
const checkEveryMs = 1000;

/** Listens with node:http; rejects when the port cannot be had. */
export function listen(facade: Facade): Promise<Listener> {
  const { HOST, PORT, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } = facade.settings;
  const adapter = createServerAdapter<ServerContext>((request, context) => facade.fetch(request, context));
  // How long an answer takes is for OPERATION_TIMEOUT_MS to end: none of these limits runs while we work on one.
  const limits = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(checkEveryMs, HEADERS_TIMEOUT_MS),
  };
  const server = createServer(limits);
  const connections = followConnections(server);
  server.on('request', (request, response) => {
    connections.answering(request, response);
    normalizeTarget(request);
    if (!facade.fastPath(request, response)) void adapter(request, response, {});
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, () => {
      server.off('error', reject);
      const { startDraining, close } = connections;
      resolve({ url: urlOf(server, HOST), server, startDraining, close });
    });
  });
}

interface Connections extends Pick<Listener, 'startDraining' | 'close'> {
  readonly answering: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Knows which connections are open and which answers are under way, so that all can end in good order. */
function followConnections(server: Server): Connections {
  // By connection, of which there are few: a set of answers, in and out with each request, would grow old tables that
  // hold on to every answer (see `loaders/register.ts`). More than one is under way where requests are pipelined.
  const answers = new Map<Socket, ServerResponse[]>();
  let isDraining = false;
  let isClosing = false;

  server.on('connection', (socket) => {
    const underWay: ServerResponse[] = [];
    answers.set(socket, underWay);
    socket.once('close', () => {
      answers.delete(socket);
      for (const response of [...underWay]) closeUnsent(response);
    });
  });

  return {
    answering({ socket }, response) {
      const underWay = answers.get(socket) ?? [];
      underWay.push(response);
      if (isDraining) closeAfter(response);
      response.once('close', () => {
        underWay.splice(underWay.indexOf(response), 1);
        // Heads that were sent before the draining said `keep-alive`.
        if (isClosing) server.closeIdleConnections();
      });
    },
    startDraining() {
      isDraining = true;
      for (const underWay of answers.values()) {
        const last = underWay.at(-1);
        if (last !== undefined) closeAfter(last);
      }
    },
    close() {
      isClosing = true;
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeIdleConnections();
      // To Node.js 20 a connection that has never sent anything is busy: it waits for the first headers.
      for (const socket of answers.keys()) if (socket.bytesRead === 0) socket.destroy();
      return closed;
    },
  };
}

/** node:http tells the one answer that it is sending that its connection has closed, and none that waits behind it. */
function closeUnsent(response: ServerResponse): void {
  if (response.socket !== null) return;
  response.destroy();
  response.emit('close');
}

/** node:http answers `Connection: close` then, and ends the connection after the answer. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
}

function urlOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : '';
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
