import { createServer, type Socket } from 'node:net';
import { closePort, openPort } from './port.js';
import { seenRequest, type SeenRequest } from './seen.js';

/** Responds to one request with any bytes; called once for each request on a connection. */
export type RawResponder = (socket: Socket, request: SeenRequest) => void | Promise<void>;

/** The upstream over TCP, for responses that `node:http` refuses to send. */
export async function startRawUpstream(respond: RawResponder, prefix = '') {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end !== -1; end = text.indexOf('\r\n\r\n')) {
        const request = seenRequest(requests.length + 1, readHead(text.slice(0, end)), prefix);
        text = text.slice(end + 4);
        requests.push(request);
        socket.once('close', () => (request.endedAt = performance.now()));
        Promise.resolve(respond(socket, request)).catch(() => socket.destroy());
      }
    });
  });
  const port = await openPort(server);
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    requests,
    stop: () => closePort(server, () => sockets.forEach((socket) => socket.destroy())),
  };
}

export type RawUpstream = Awaited<ReturnType<typeof startRawUpstream>>;

function readHead(head: string) {
  const [line = '', ...lines] = head.split('\r\n');
  const [method = '', target = ''] = line.split(' ');
  const rawHeaders = lines.flatMap((each) => {
    const colon = each.indexOf(':');
    return [each.slice(0, colon), each.slice(colon + 1).trim()];
  });
  return { method, target, rawHeaders };
}

/** A complete HTTP/1.1 response as bytes, with its Content-Length. */
export function wholeResponse(
  body: string | Buffer,
  headers: readonly string[] = [],
  line = 'HTTP/1.1 200 OK',
): Buffer {
  const bytes = Buffer.from(body);
  const head = [
    line,
    'Content-Type: application/json',
    `Content-Length: ${bytes.length}`,
    ...headers,
  ].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), bytes]);
}

export const organizationBody = (name: string): string =>
  JSON.stringify({
    data: {
      id: 'org1',
      name,
      createdAt: '2026-01-02T03:04:05Z',
      updatedAt: '2026-01-02T03:04:05Z',
    },
  });
