import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { credentials, stranger } from '../rig/credential.js';
import type { Random } from './random.js';

/**
 * Milliseconds without a byte, for a client that reads what is left, after which its connection
 * should have closed.
 */
const maxIdleMs = 5000;

const names = Array.from({ length: 49 }, (_, index) => `a${index}: __schema { ...S }`).join(' ');
const introspection = `{ ${names} } fragment S on __Schema { types { name description fields { name description args { name description } } } }`;
const lists = Array.from(
  { length: 49 },
  (_, index) => `a${index}: media(first: 230) { nodes { ...M } }`,
);
const media = `{ ${lists.join(' ')} } fragment M on Media { id name url mimeType createdAt updatedAt nodeId }`;

const accepted = ['application/json', 'multipart/mixed', 'text/event-stream'] as const;

/** Several large responses over one connection: more than the buffers of two sockets hold. */
function drawRequests(random: Random): string {
  const body = JSON.stringify({ query: random.from([introspection, media]) });
  const credential = random.from([
    credentials.alpha.everything,
    credentials.beta.everything,
    stranger,
  ]);
  const head = [
    'POST /graphql HTTP/1.1',
    'Host: facade.test',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Accept: ${random.from(accepted)}`,
    `Authorization: Bearer ${credential}`,
  ].join('\r\n');
  const kept = `${head}\r\n\r\n${body}`.repeat(3);
  return `${kept}${head}\r\nConnection: close\r\n\r\n${body}`;
}

/**
 * A client that asks for much and reads nothing, or a byte now and then, for twice as long as it
 * may.
 *
 * @param stallMs STALL_TIMEOUT_MS
 * @returns what is wrong with the end of its connection
 */
export async function stall(url: string, random: Random, stallMs: number): Promise<string[]> {
  const readsBytes = random.below(2) === 0;
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const closed = new Promise<boolean>((resolve) => {
    socket.once('close', () => resolve(true)).once('timeout', () => resolve(false));
  });
  socket.pause().write(drawRequests(random));
  const reading = setInterval(() => {
    if (readsBytes) socket.read(1);
  }, 50);
  await delay(2 * stallMs);
  clearInterval(reading);
  // A client that does not read does not hear of the end either.
  socket.setTimeout(maxIdleMs).resume();
  const hasClosed = await closed;
  socket.destroy();
  return hasClosed ? [] : ['a connection that nobody reads stays open'];
}
