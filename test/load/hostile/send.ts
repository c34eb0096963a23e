import { connect } from 'node:net';
import type { HostileRequest } from './graphql-request.js';

export interface Reply {
  /** 0 if the connection ended without a response. */
  readonly status: number;
  readonly text: string;
}

/** Milliseconds after which a client without a response gives up. */
const maxWaitMs = 20_000;

/**
 * Sends a request over a connection of its own, and reads the response to its end. Of a stream of events the client leaves
 * after the first one.
 */
export function send(url: string, request: HostileRequest): Promise<Reply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname);
    const end = (): void => {
      clearTimeout(timer);
      socket.destroy();
      const text = Buffer.concat(chunks).toString('utf8');
      resolve({ status: Number(/^HTTP\/1\.1 (?!1)(\d{3})/.exec(text)?.[1] ?? 0), text });
    };
    const timer = setTimeout(end, maxWaitMs);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      if (/^event: (?:next|complete)|^\{"payload":/m.test(chunk.toString('latin1'))) end();
    });
    socket.on('error', () => undefined).once('close', end);
    socket.write(print(request, port));
  });
}

function print({ method, target, headers, body }: HostileRequest, port: string): Buffer {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(names.has('host') ? [] : [`Host: 127.0.0.1:${port}`]),
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
}
