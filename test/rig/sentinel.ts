import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { atEnd } from './ending.js';

/** An address that nothing may ever reach. The test fails if anything connects to it. */
export async function startSentinel(): Promise<string> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    const closed = once(server, 'close');
    server.close();
    await closed;
    expect(connections, 'connections to the sentinel').toBe(0);
  });
  // A server that listens on a port has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
