import { exchange, type WireResponse } from '../../fuzz/wire.js';
import type { HostileRequest } from './graphql-request.js';

/** A client leaves a stream of events after the first one. */
const isEvent = (_received: string, chunk: string): boolean =>
  /^event: (?:next|complete)|^\{"payload":/m.test(chunk);

/** Sends a request over a connection of its own, and reads the response to its end. */
export function send(url: string, { method, target, headers, body }: HostileRequest): Promise<WireResponse> {
  const { port } = new URL(url);
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(names.has('host') ? [] : [`Host: 127.0.0.1:${port}`]),
    'Connection: close',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const request = `${lines.join('\r\n')}\r\n\r\n${Buffer.from(body).toString('latin1')}`;
  return exchange(Number(port), request, isEvent);
}
