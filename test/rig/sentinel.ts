import { createServer } from 'node:net';
import { expect } from 'vitest';
import { atEnd } from './ending.js';
import { closePort, openPort } from './port.js';

/** An address that must get no connection; otherwise the test fails. */
export async function startSentinel(): Promise<string> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  const port = await openPort(server);
  atEnd(async () => {
    await closePort(server);
    expect(connections, 'connections to the sentinel').toBe(0);
  });
  return `http://127.0.0.1:${port}`;
}
