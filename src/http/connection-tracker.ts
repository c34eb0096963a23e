import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The open connections and the responses in flight, so that both can end in good order. */
export interface Connections {
  readonly server: Server;
  /**
   * Responses in flight by connection; more than one with pipelining. A set of all responses, which each request enters
   * and leaves, would grow old tables that keep responses alive.
   */
  readonly responses: Map<Socket, ServerResponse[]>;
  isDraining: boolean;
  isClosing: boolean;
}

export function trackConnections(server: Server): Connections {
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

export function addResponse(state: Connections, socket: Socket, response: ServerResponse): void {
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
export function startDraining(state: Connections): void {
  state.isDraining = true;
  for (const inFlight of state.responses.values()) {
    const last = inFlight.at(-1);
    if (last !== undefined) closeAfter(last);
  }
}

/** Refuses new connections; resolves when every request in flight is answered and the last connection has closed. */
export function close(state: Connections): Promise<void> {
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
