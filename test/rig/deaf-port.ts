import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { atEnd } from './ending.js';

/** Listens in a thread that then blocks, so that it accepts no connection. */
const thread = `
  const { createServer } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const server = createServer();
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    setTimeout(() => Atomics.wait(new Int32Array(workerData), 0, 0), 10);
  });
`;

/** A port whose backlog is full: a connection to it never completes and is never refused. */
export async function startDeafPort(): Promise<string> {
  const shared = new SharedArrayBuffer(4);
  const worker = new Worker(thread, { eval: true, workerData: shared });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const fillers: Socket[] = [];
  atEnd(async () => {
    for (const filler of fillers) filler.destroy();
    Atomics.store(new Int32Array(shared), 0, 1);
    Atomics.notify(new Int32Array(shared), 0);
    await worker.terminate();
  });
  await delay(50);
  // The first connection that hangs shows that the backlog is full.
  for (let hangs = false; !hangs && fillers.length < 50;) {
    const filler = connect(port, '127.0.0.1');
    filler.on('error', () => undefined);
    fillers.push(filler);
    const connected = new Promise((resolve) => filler.once('connect', () => resolve(true)));
    hangs = (await Promise.race([connected, delay(150, false)])) === false;
  }
  return `http://127.0.0.1:${port}`;
}
