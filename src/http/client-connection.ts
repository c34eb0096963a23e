import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Requests in flight of one connection from which no more are read. node:http stops only where
 * responses wait, so that a client that pipelines faster than it is answered would have all of its
 * requests in memory.
 */
const maxPipelined = 100;

/**
 * Each response arrives: a connection ends behind its last one, and the rest of a body that nobody
 * reads is dropped.
 */
export class ClientConnection {
  /**
   * In flight; several with pipelining. One set of all responses would grow old tables that keep
   * responses alive.
   */
  private readonly responses: ServerResponse[] = [];
  /** The last request whose response was sent before its body had arrived. */
  private answered: IncomingMessage | undefined;
  /** Whether no further request is read. */
  private isDeaf = false;

  /** @param responded called after each response */
  constructor(
    readonly socket: Socket,
    private readonly responded: () => void,
  ) {
    // What node:http calls after the last response. Its own version destroys the socket.
    socket.destroySoon = () => this.end();
    socket.once('close', () => [...this.responses].forEach(closeUnsent));
    // A request in flight whose body is read resumes the connection.
    socket.on('resume', () => this.pauseIfFull());
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    this.responses.push(response);
    this.pauseIfFull();
    response.once('close', () => {
      this.responses.splice(this.responses.indexOf(response), 1);
      if (this.responses.length === maxPipelined - 1) this.socket.resume();
      if (!request.complete) this.dropBody(request);
      this.responded();
    });
  }

  /**
   * Makes node:http send `Connection: close` with the last response, and end the connection after
   * it.
   */
  closeAfterLast(): void {
    const last = this.responses.at(-1);
    if (last?.headersSent === false) last.shouldKeepAlive = false;
  }

  /**
   * Refuses what no handler can serve, and all that follows. node:http itself would send the
   * refusal in place of the responses in flight: clients would take it for the response to an
   * earlier request.
   */
  refuseRest(status: number, headers = ''): void {
    const { socket, responses } = this;
    // The parser repeats its fault when the client leaves.
    if (this.isDeaf && !socket.readableEnded) return;
    this.dropInput();
    const sendRefusal = (): void => {
      const isAnswered = this.answered?.complete === false || responses[0]?.headersSent === true;
      const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${headers}`;
      if (socket.writable && !isAnswered) {
        socket.write(`${head}Connection: close\r\nContent-Length: 0\r\n\r\n`);
      }
      this.end();
    };
    const lastWhole = responses.findLast(({ req }) => req.complete);
    // A client that has left in the middle of a request waits for nothing.
    if (lastWhole === undefined || socket.readableEnded) sendRefusal();
    else lastWhole.once('close', sendRefusal);
  }

  private pauseIfFull(): void {
    if (!this.isDeaf && this.responses.length >= maxPipelined) this.socket.pause();
  }

  /**
   * A body that a handler has read in part, and left, would block the next request of its
   * connection.
   */
  private dropBody(request: IncomingMessage): void {
    this.answered = request;
    request.removeAllListeners('readable').removeAllListeners('data').resume();
  }

  /**
   * Ends the connection behind its last response. If a socket is destroyed while its client still
   * sends, the system resets the connection, and the client may lose the response: so this side is
   * closed first.
   */
  private end(): void {
    const { socket } = this;
    this.dropInput();
    // From now on, as a refusal may wait for a client that reads nothing. The responses before it
    // are sent.
    const timer = setTimeout(() => socket.destroy(), lingerMs).unref();
    socket.once('close', () => clearTimeout(timer));
    socket.end();
  }

  /** With the listeners, node:http's parser gives the socket up. */
  private dropInput(): void {
    this.isDeaf = true;
    this.socket
      .removeAllListeners('data')
      .on('data', () => undefined)
      .resume();
  }
}

/**
 * Milliseconds in which a client may read the last response of its connection while it still sends.
 */
const lingerMs = 2000;

/** node:http emits `close` on the response that it sends, but not on pipelined ones behind it. */
function closeUnsent(response: ServerResponse): void {
  if (response.socket !== null) return;
  response.destroy();
  response.emit('close');
}
