import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { route } from './route.js';
import { type SeenRequest, valuesOf } from './seen.js';

/** Answers one request with bytes of its own; called once for each request on a connection. */
export type RawAnswer = (socket: Socket, request: SeenRequest) => void | Promise<void>;

export interface RawUpstream {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly sockets: ReadonlySet<Socket>;
  readonly stop: () => Promise<void>;
}

/** The upstream over bare TCP, for answers that `node:http` is too polite to send. */
export async function startRawUpstream(answer: RawAnswer, prefix = ''): Promise<RawUpstream> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;

  const server = createServer((socket) => {
    opened += 1;
    const number = opened;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n\r\n'); end !== -1; end = text.indexOf('\r\n\r\n')) {
        const request = readHead(text.slice(0, end), { prefix, number: requests.length + 1, socket: number });
        text = text.slice(end + 4);
        requests.push(request);
        socket.once('close', () => (request.endedAt = performance.now()));
        Promise.resolve(answer(socket, request)).catch(() => socket.destroy());
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    requests,
    sockets,
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function readHead(
  head: string,
  { prefix, number, socket }: { prefix: string; number: number; socket: number },
): SeenRequest {
  const [line = '', ...lines] = head.split('\r\n');
  const [method = '', target = ''] = line.split(' ');
  const rawHeaders = lines.flatMap((each) => {
    const colon = each.indexOf(':');
    return [each.slice(0, colon), each.slice(colon + 1).trim()];
  });
  const credential = /^Bearer (.*)$/s.exec(valuesOf({ rawHeaders }, 'authorization')[0] ?? '')?.[1];
  const startedAt = performance.now();
  const seen = { number, method, target, rawHeaders, credential, socket, startedAt };
  return { ...seen, routed: route(target, prefix), endedAt: undefined, peerLeft: false, bodyBytes: 0 };
}

/** A whole HTTP/1.1 answer as bytes, with a true length. */
export function wholeAnswer(
  body: string | Buffer,
  headers: readonly string[] = [],
  line = 'HTTP/1.1 200 OK',
): Buffer {
  const bytes = Buffer.from(body);
  const head = [line, 'Content-Type: application/json', `Content-Length: ${bytes.length}`, ...headers].join(
    '\r\n',
  );
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), bytes]);
}

/** An organization that is true to the contract, told apart by its name. */
export const organizationBody = (name: string): string =>
  JSON.stringify({
    data: { id: 'org1', name, createdAt: '2026-01-02T03:04:05Z', updatedAt: '2026-01-02T03:04:05Z' },
  });
