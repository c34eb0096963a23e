import { connect, type Socket } from 'node:net';
import { atEnd, searched } from './ending.js';

/** A connection that ends with the test; that its server breaks it off is no error. */
export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  atEnd(() => void socket.destroy());
  return socket;
}

/**
 * Sends bytes, one for each character, and reads until the response is complete or the server
 * closes the connection.
 */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let bytes = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    bytes += chunk;
    if (isComplete(bytes)) socket.end();
  });
  socket.write(Buffer.from(text, 'latin1'));
  // A reset ends the response like a close, and may lose it.
  await new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  const response = Buffer.from(bytes, 'latin1').toString('utf8');
  searched({ what: 'raw response', text: response });
  return response;
}

/** Whether a response with a Content-Length, or one in chunks, has arrived completely. */
function isComplete(response: string): boolean {
  const end = response.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /^content-length: (\d+)/im.exec(response.slice(0, end))?.[1];
  if (length !== undefined) return response.length >= end + 4 + Number(length);
  return response.endsWith('0\r\n\r\n');
}

/** A request as bytes, one character each, after which the server closes the connection. */
export const rawRequest = (start: string, headers: readonly string[], body = ''): string =>
  [start, ...headers, `Content-Length: ${body.length}`, 'Connection: close', '', body].join('\r\n');

/**
 * A POST of one operation, with the given header lines, after which the server closes the
 * connection.
 */
export const rawOperation = (query: string, headers: readonly string[]): string =>
  rawRequest(
    'POST /graphql HTTP/1.1',
    ['Host: facade.test', 'Content-Type: application/json', ...headers],
    JSON.stringify({ query }),
  );

/** The same, after which the connection stays open. */
export const keptOperation = (query: string, headers: readonly string[]): string =>
  rawOperation(query, headers).replace('Connection: close\r\n', '');

/** The status of a response; 0 after a reset without one. */
export const statusOf = (response: string): number =>
  Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);
