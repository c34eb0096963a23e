import { connect } from 'node:net';
import { searched } from './ending.js';

/** Sends bytes to a port as they are, and gives back all that came until the other side closed. */
export async function sendRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(Buffer.from(text, 'latin1'));
  // A reset after the answer is as good as a close, and the answer may be lost with it.
  await new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  const answer = Buffer.concat(chunks).toString('utf8');
  searched({ what: 'raw answer', text: answer });
  return answer;
}

/** A POST of one operation as bytes, with the given header lines. */
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

/** The status of an answer as bytes; 0 where the connection was reset without one. */
export const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
