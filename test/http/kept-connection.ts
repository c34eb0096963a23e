import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { onTestFinished } from 'vitest';
import { startDashboard } from '../dashboard/server.js';
import { seed } from '../fuzz/draw.js';
import { type KeptRequest, keptRequests } from './kept-request.js';

interface KeptResponse {
  readonly status: number;
  /** Characters with the body. */
  readonly length: number;
}

/**
 * Sends batches of requests over one connection at a time, each batch in one piece.
 *
 * @returns what the client missed or did not expect
 */
export async function exchangeBatches(
  port: number,
  batches: readonly (readonly KeptRequest[])[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  let socket: Socket | undefined;
  for (const batch of batches) {
    // A client that is still writing reads what has arrived before the fault.
    socket ??= connect(port, '127.0.0.1')
      .setEncoding('latin1')
      .setNoDelay()
      .on('error', () => undefined);
    const expected = batch.flatMap(({ status }) => status ?? []);
    const received = readResponses(socket, batch);
    for (const packet of packetsOf(batch))
      await new Promise<void>((resolve) => {
        socket?.write(packet, 'latin1', () => setImmediate(resolve));
      });
    const last = batch.at(-1);
    if (last?.status === undefined) socket.destroy();
    const statuses = await received;
    if (last?.status !== undefined && statuses.join() !== expected.join())
      faults.push(
        `${expected.join()} became ${statuses.join()}: ${last.parts[0]?.slice(0, 60) ?? ''}`,
      );
    if (last?.isLast === true || last?.status === undefined || statuses.length < expected.length) {
      socket.destroy();
      socket = undefined;
    }
  }
  socket?.destroy();
  return faults;
}

/** A request begins in the packet in which the one before ends. */
function packetsOf(batch: readonly KeptRequest[]): string[] {
  const packets = [''];
  for (const {
    parts: [first = '', ...rest],
  } of batch)
    packets.push((packets.pop() ?? '') + first, ...rest);
  return packets;
}

/**
 * The statuses of as many responses as are awaited, or of those that came before the connection
 * closed.
 */
function readResponses(socket: Socket, batch: readonly KeptRequest[]): Promise<number[]> {
  let text = '';
  const statuses: number[] = [];
  return new Promise((resolve) => {
    const finish = (): void => {
      socket.off('data', read).off('close', finish);
      resolve(statuses);
    };
    const read = (chunk: string): void => {
      text += chunk;
      for (;;) {
        const response = parseResponse(text, batch[statuses.length]?.isHead === true);
        if (response === undefined) return;
        text = text.slice(response.length);
        if (response.status >= 200) statuses.push(response.status);
        if (statuses.length === batch.length) {
          finish();
          return;
        }
      }
    };
    socket.on('data', read).on('close', finish);
  });
}

/** The response at the beginning of a text; undefined until it is whole. */
function parseResponse(text: string, isHead: boolean): KeptResponse | undefined {
  const end = text.indexOf('\r\n\r\n') + 4;
  if (end < 4) return undefined;
  const head = text.slice(0, end);
  const status = Number(head.slice(9, 12));
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  const isChunked = /^transfer-encoding: chunked/im.test(head);
  const bodyEnd = isChunked
    ? text.indexOf('\r\n0\r\n\r\n', end - 2) + 7
    : end + Number(length ?? 0);
  if (isHead || status < 200 || status === 204) return { status, length: end };
  return bodyEnd < end || bodyEnd > text.length ? undefined : { status, length: bodyEnd };
}

/** A façade with all that it serves, on a port. */
export async function startKept(): Promise<number> {
  const server = await startDashboard({ facade: { settings: { MCP: true } } });
  onTestFinished(() => server.close());
  return Number(new URL((await server.listen()).url).port);
}

/** Sends that many drawn requests over eight connections at a time. */
export async function exchangeDrawn(port: number, count: number): Promise<readonly string[]> {
  const connections = Array.from({ length: 8 }, (_, index) =>
    exchangeBatches(port, drawBatches(count / 8, seed + index)),
  );
  return (await Promise.all(connections)).flat();
}

/**
 * As clients pipeline them: one to four requests at once, and none after the last of a connection.
 */
function drawBatches(count: number, ofSeed: number): KeptRequest[][] {
  const drawn = fc.sample(fc.constantFrom(...Object.values(keptRequests)), {
    numRuns: count,
    seed: ofSeed,
  });
  const sizes = fc.sample(fc.integer({ min: 1, max: 4 }), { numRuns: count, seed: ofSeed });
  const batches: KeptRequest[][] = [];
  let room = 0;
  for (const request of drawn) {
    if (room === 0) room = sizes[batches.push([])] ?? 1;
    batches.at(-1)?.push(request);
    room = request.isLast === true ? 0 : room - 1;
  }
  return batches;
}
