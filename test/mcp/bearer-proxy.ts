import { request } from 'node:http';
import { openServer } from '../rig/port.js';

/** Puts a credential on each request, for clients that cannot; everything else goes on as it is. */
export async function proxyWithBearer(target: URL, credential: string): Promise<URL> {
  const url = await openServer((incoming, outgoing) => {
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
  return new URL(url + target.pathname);
}
