import { createServer, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { closePort, openPort } from '../rig/port.js';

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
  const port = await openPort(server);
  onTestFinished(() => closePort(server, () => server.closeAllConnections()));
  return new URL(`http://127.0.0.1:${port}${target.pathname}`);
}
