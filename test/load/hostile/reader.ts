import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Draw } from '../../fuzz/draw.js';
import { exchange, readResponse, type WireResponse } from '../../fuzz/wire.js';

/** Milliseconds for which a client of these tests may read nothing (STALL_TIMEOUT_MS). */
export const stallTimeoutMs = 500;

/** Milliseconds until a connection that does not end is an error; enough for a busy machine. */
const maxWaitMs = 20_000;

/** Requests of a client that pipelines. */
const pipelined = 3;

/** How a client reads its response. */
export type Reader =
  | { readonly kind: 'whole' | 'never' | 'bytes' | 'pipelined' }
  | { readonly kind: 'leaves'; readonly afterMs: number };

export const drawReader = (draw: Draw): Reader =>
  draw.from<() => Reader>([
    () => ({ kind: 'whole' }),
    () => ({ kind: 'whole' }),
    () => ({ kind: 'whole' }),
    () => ({ kind: 'leaves', afterMs: draw.below(100) }),
    () => ({ kind: 'leaves', afterMs: draw.below(10) }),
    () => ({ kind: 'never' }),
    () => ({ kind: 'bytes' }),
    () => ({ kind: 'pipelined' }),
  ])();

/** A client leaves a stream of events after the first one. */
const isEvent = (_received: string, chunk: string): boolean =>
  /^event: (?:next|complete)|^\{"payload":/m.test(chunk);

/**
 * Sends a request over a connection of its own.
 *
 * @param head lines without the last, empty one
 * @param body one character per byte
 * @returns the response as far as it came; undefined for a client that reads none, or several
 */
export async function read(
  port: number,
  head: readonly string[],
  body: string,
  reader: Reader,
): Promise<WireResponse | undefined> {
  const kept = `${head.join('\r\n')}\r\n\r\n${body}`;
  const request = kept.replace('\r\n', '\r\nConnection: close\r\n');
  if (reader.kind === 'whole') return exchange(port, request, isEvent);
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  try {
    return await readSlowly(socket, kept, request, reader);
  } finally {
    socket.destroy();
  }
}

async function readSlowly(
  socket: Socket,
  kept: string,
  request: string,
  reader: Reader,
): Promise<WireResponse | undefined> {
  if (reader.kind === 'pipelined') {
    socket.write(kept.repeat(pipelined - 1) + request, 'latin1');
    await readToEnd(socket);
    return undefined;
  }
  socket.pause().write(request, 'latin1');
  if (reader.kind === 'leaves') {
    await delay(reader.afterMs);
    return undefined;
  }
  await stall(socket, reader.kind === 'bytes');
  return readResponse(await readToEnd(socket));
}

/** Reads nothing, or a byte now and then, for longer than it may. */
async function stall(socket: Socket, readsBytes: boolean): Promise<void> {
  for (let waited = 0; waited < 2 * stallTimeoutMs; waited += 50) {
    if (readsBytes) socket.read(1);
    await delay(50);
  }
}

/** What is left when the façade closes the connection, or up to the first event of a stream. */
function readToEnd(socket: Socket): Promise<string> {
  let received = '';
  return new Promise((resolve, reject) => {
    const end = (): void => resolve(received);
    socket.setTimeout(maxWaitMs, () =>
      reject(new Error(`It stays open after ${received.slice(0, 1000)}`)),
    );
    socket
      .setEncoding('latin1')
      .on('data', (chunk: string) => {
        received += chunk;
        if (isEvent(received, chunk)) end();
      })
      .once('close', end)
      .resume();
  });
}
