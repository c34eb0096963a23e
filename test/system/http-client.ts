import { createConnection } from 'node:net';
import { onTestFinished } from 'vitest';
import type { FacadeOptions } from '../../src/facade.js';
import { listen } from '../../src/http/listener.js';
import type { SimulatorOptions } from '../../src/simulator/simulator.js';
import { type TestSystem, startSystem } from './test-system.js';
import { readResponse, type ClientResponse } from './send.js';

/** A system, and a client that sends HTTP requests to it. */
export interface HttpClient extends TestSystem {
  readonly send: (path: string, init?: RequestInit) => Promise<ClientResponse>;
}

/** A system behind node:http, as in deployments. */
export interface SocketClient extends HttpClient {
  readonly url: string;
  /** Sends these bytes, and reads until the response is complete or the connection ends. */
  readonly sendRaw: (text: string) => Promise<string>;
}

type Connect = (simulator?: SimulatorOptions, facade?: Partial<FacadeOptions>) => Promise<HttpClient>;

/** Connects through `facade.fetch`, as in runtimes without sockets. */
export const connectInProcess: Connect = async (simulatorOptions, facadeOptions) => {
  const system = await startSystem(simulatorOptions, facadeOptions);
  return {
    ...system,
    send: async (path, init = {}) => {
      const request = new Request(`http://facade.test${path}`, { ...init, ...duplexOf(init) });
      return readResponse(await system.facade.fetch(request));
    },
  };
};

/** Connects through a port of this machine. */
export async function connectSocket(
  simulatorOptions: SimulatorOptions = {},
  { settings, ...options }: Partial<FacadeOptions> = {},
): Promise<SocketClient> {
  const system = await startSystem(simulatorOptions, { ...options, settings: { PORT: '0', ...settings } });
  const { url, server } = await listen(system.facade);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    ...system,
    url,
    send: async (path, init = {}) =>
      readResponse(await fetch(url + path, { redirect: 'manual', ...init, ...duplexOf(init) })),
    sendRaw: (text) => sendRaw(Number(new URL(url).port), text),
  };
}

/** `fetch` requires `duplex` with a streamed body; some types of RequestInit lack it. */
const duplexOf = ({ body }: RequestInit): object =>
  body instanceof ReadableStream ? { duplex: 'half' } : {};

/** Both transports; their responses must not differ. */
export const transports: readonly (readonly [string, Connect])[] = [
  ['facade.fetch', connectInProcess],
  ['node:http', connectSocket],
];

async function sendRaw(port: number, text: string): Promise<string> {
  const socket = createConnection(port, '127.0.0.1');
  let response = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    response += chunk;
    if (isComplete(response)) socket.end();
  });
  const closed = new Promise<void>((resolve) => {
    // A server may reset the connection after its response; `close` follows the error.
    socket.on('error', () => undefined).on('close', () => resolve());
  });
  socket.write(Buffer.from(text, 'latin1'));
  await closed;
  return response;
}

/** Whether a response with a Content-Length, or one in chunks, has arrived completely. */
function isComplete(response: string): boolean {
  const end = response.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /^content-length: (\d+)/im.exec(response.slice(0, end))?.[1];
  if (length !== undefined) return response.length >= end + 4 + Number(length);
  return response.endsWith('0\r\n\r\n');
}

/** The status of a raw response. */
export const statusOfRaw = (response: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1]);
