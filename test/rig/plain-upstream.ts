import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A Partner API that answers everything alike, and notes the headers that reach it. */
export interface Upstream {
  readonly url: string;
  readonly received: readonly IncomingHttpHeaders[];
}

/** Starts one for a test; it ends with the test. */
export async function startUpstream(status: number, body: unknown = {}): Promise<Upstream> {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server on a TCP port has an AddressInfo.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}
