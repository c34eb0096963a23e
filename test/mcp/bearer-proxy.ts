import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Puts a credential on each request, for clients that cannot; everything else goes on as it is. */
export async function proxyWithBearer(target: URL, credential: string): Promise<URL> {
  const server = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming;
    const sent = request(
      {
        host: target.hostname,
        port: target.port,
        path,
        method,
        headers: { ...headers, authorization: `Bearer ${credential}` },
      },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A server on a TCP port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return new URL(`http://127.0.0.1:${port}${target.pathname}`);
}
