import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

interface Connection {
  readonly socket: Socket;
  /** In flight; several with pipelining. One set of all responses would grow old tables that keep responses alive. */
  readonly responses: ServerResponse[];
  /** The last request, if its response was sent before its body had arrived. */
  answered: IncomingMessage | undefined;
  /** Whether no further request is read. */
  isDeaf: boolean;
}

/** Each response arrives: a connection ends behind its last one, and the rest of a body that nobody reads is dropped. */
export class Connections {
  private readonly open = new Map<Duplex, Connection>();
  private isDraining = false;
  private isClosing = false;

  constructor(private readonly server: Server) {
    const { open } = this;
    server.on('connection', (socket) => {
      const connection: Connection = { socket, responses: [], answered: undefined, isDeaf: false };
      open.set(socket, connection);
      // What node:http calls after the last response. Its own version destroys the socket.
      socket.destroySoon = () => endGently(connection);
      socket.once('close', () => {
        open.delete(socket);
        for (const response of [...connection.responses]) closeUnsent(response);
      });
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      refuseRest(open.get(socket), faultStatuses.get(error.code ?? '') ?? 400);
    });
    // Without a listener, node:http closes the connection without a response.
    server.on('connect', (_request, socket) => refuseRest(open.get(socket), 405, 'Allow: GET, POST\r\n'));
  }

  addResponse(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.open.get(request.socket);
    if (connection === undefined) return;
    const { responses } = connection;
    responses.push(response);
    connection.answered = undefined;
    if (this.isDraining) closeAfter(response);
    response.once('close', () => {
      responses.splice(responses.indexOf(response), 1);
      if (!request.complete) dropBody(connection, request);
      // Heads that were sent before the draining said `keep-alive`.
      if (this.isClosing) this.server.closeIdleConnections();
    });
  }

  /** From now on each response, also of a request in flight, asks its client to close the connection. */
  startDraining(): void {
    this.isDraining = true;
    for (const { responses } of this.open.values()) {
      const last = responses.at(-1);
      if (last !== undefined) closeAfter(last);
    }
  }

  /** Refuses new connections; resolves when every request in flight is answered and the last connection has closed. */
  closeAll(): Promise<void> {
    this.isClosing = true;
    const closed = new Promise<void>((resolve) => {
      this.server.close(() => resolve());
    });
    this.server.closeIdleConnections();
    // Node.js 20 takes a connection that has never sent anything for a busy one: it waits for the first headers.
    for (const { socket } of this.open.values()) if (socket.bytesRead === 0) socket.destroy();
    return closed;
  }
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

/** A body that a handler has read in part, and left, would block the next request of its connection. */
function dropBody(connection: Connection, request: IncomingMessage): void {
  connection.answered = request;
  request.removeAllListeners('readable').removeAllListeners('data').resume();
}

/** Statuses of what is no request, as node:http sends them; 400 for any other fault. */
const faultStatuses: ReadonlyMap<string, number> = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/**
 * Refuses what no handler can serve, and all that follows. node:http itself would send the refusal in place of the
 * responses in flight: clients would take it for the response to an earlier request.
 */
function refuseRest(connection: Connection | undefined, status: number, headers = ''): void {
  if (connection === undefined) return;
  const { socket, responses } = connection;
  // The parser repeats its fault when the client leaves.
  if (connection.isDeaf && !socket.readableEnded) return;
  dropInput(connection);
  const sendRefusal = (): void => {
    const isAnswered = connection.answered?.complete === false || responses[0]?.headersSent === true;
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${headers}`;
    if (socket.writable && !isAnswered) socket.write(`${head}Connection: close\r\nContent-Length: 0\r\n\r\n`);
    endGently(connection);
  };
  const lastWhole = responses.filter(({ req }) => req.complete).at(-1);
  // A client that has left in the middle of a request waits for nothing.
  if (lastWhole === undefined || socket.readableEnded) sendRefusal();
  else lastWhole.once('close', sendRefusal);
}

/**
 * Ends a connection behind its last response. If a socket is destroyed while its client still sends, the system resets the
 * connection, and the client may lose the response: so this side is closed first.
 */
function endGently(connection: Connection): void {
  const { socket } = connection;
  dropInput(connection);
  socket.end(() => {
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(timer));
  });
}

/** Milliseconds in which a client may read the last response of its connection while it still sends. */
const lingerMs = 2000;

/** With the listeners, node:http's parser gives the socket up. */
function dropInput(connection: Connection): void {
  if (connection.isDeaf) return;
  connection.isDeaf = true;
  connection.socket
    .removeAllListeners('data')
    .on('data', () => undefined)
    .resume();
}
