import { connect } from 'node:net';
import { searched } from './ending.js';

/** Sends bytes to a port, and returns every byte until the server closes the connection. */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(Buffer.from(text, 'latin1'));
  // A reset ends the response like a close, and may lose it.
  await new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  const response = Buffer.concat(chunks).toString('utf8');
  searched({ what: 'raw response', text: response });
  return response;
}

/** A POST of one operation, with the given header lines. */
export function rawOperation(query: string, headers: readonly string[]): string {
  const body = JSON.stringify({ query });
  const lines = [
    'POST /graphql HTTP/1.1',
    'Host: facade.test',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** The status of a response; 0 after a reset without one. */
export const statusOf = (response: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);
