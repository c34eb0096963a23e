import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { closePort, openPort } from './port.js';

/** A Partner API with one response for every request; it records the headers that it receives. */
export interface PlainUpstream {
  readonly url: string;
  readonly received: readonly IncomingHttpHeaders[];
}

/** Ends with the test. */
export async function startPlainUpstream(status: number, body: unknown = {}): Promise<PlainUpstream> {
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    received.push(request.headers);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  const port = await openPort(server);
  onTestFinished(() => closePort(server, () => server.closeAllConnections()));
  return { url: `http://127.0.0.1:${port}`, received };
}
