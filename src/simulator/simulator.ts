import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoCredentials, type DemoCredential } from './credential.js';
import type { Reply } from './envelope.js';
import { settlePrefix, type SimulatorFault, type SimulatorOptions } from './options.js';
import { createService, type Call, type Service } from './service.js';

export { demoCredentials, type DemoCredential } from './credential.js';
export type { SimulatorFault, SimulatorOptions, SimulatorQuota, SimulatorSize } from './options.js';

/** One API request that arrived. */
export interface SimulatorRequest {
  /** Operation id; `unknown` where the path is none of the contract's. */
  readonly operation: string;
  /** Raw path with its query, without {base_url}. */
  readonly path: string;
  readonly status: number;
}

export interface Simulator {
  /** {base_url}, without a final slash. */
  readonly url: string;
  readonly credentials: readonly DemoCredential[];
  /** The last 10,000 API requests, oldest first; the list is live. Documentation and pictures are not counted. */
  readonly requests: readonly SimulatorRequest[];
  clearRequests(): void;
  /** Replaces the planned faults; their counters and lots start anew. */
  setFaults(faults: readonly SimulatorFault[]): void;
  /** Ends at once: open sockets are destroyed, waiting answers are dropped. May be called twice. */
  close(): Promise<void>;
}

/** Enough for a long test, little enough to forget about. */
const mostRequests = 10_000;

/**
 * Starts the Partner API v1 over HTTP, with invented data that is the same at every start.
 *
 * @returns once it listens
 * @throws RangeError for a size out of range; the system's error when the address cannot be used
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const server = createServer();
  const prefix = settlePrefix(options.pathPrefix);
  // The data names the simulator's own address, so the service is made when the port is known.
  const url = (await listen(server, options)) + prefix;
  const requests: SimulatorRequest[] = [];
  const service = await createOrClose(server, () => createService(options, url));
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    serve(service, readCall(request, prefix), response, requests);
  });
  return {
    url,
    credentials: demoCredentials,
    requests,
    clearRequests: () => void requests.splice(0),
    setFaults: (faults) => service.setFaults(faults),
    close: () => close(server),
  };
}

async function listen(server: Server, { host = '127.0.0.1', port = 0 }: SimulatorOptions): Promise<string> {
  // Longer than the clients' own patience: a client that reuses a socket never meets our goodbye.
  server.keepAliveTimeout = 65_000;
  server.listen(port, host);
  await once(server, 'listening');
  // A server on a TCP port has an AddressInfo; strings and null belong to pipes and closed servers.
  const { port: actual } = server.address() as AddressInfo;
  return `http://${reachable(host)}:${actual}`;
}

/** "Every address" is nothing that a client can ask for. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

async function createOrClose(server: Server, create: () => Service): Promise<Service> {
  try {
    return create();
  } catch (error) {
    await close(server);
    throw error;
  }
}

function readCall(request: IncomingMessage, prefix: string): Call {
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  return {
    method: request.method ?? 'GET',
    // A path outside the prefix is no path of the service: left whole, it matches nothing.
    path: path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : `outside:${path}`,
    query: mark < 0 ? '' : target.slice(mark + 1),
    authorization: request.headersDistinct['authorization'] ?? [],
    hasBody:
      request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0,
  };
}

/** The request is noted when it arrives, so a client that hangs up meanwhile is counted too. */
function serve(service: Service, call: Call, response: ServerResponse, requests: SimulatorRequest[]): void {
  const { reply, operation, latencyMs } = service.handle(call);
  if (operation !== undefined) {
    const path = call.query === '' ? call.path : `${call.path}?${call.query}`;
    requests.push({ operation, path, status: reply.status });
    if (requests.length > mostRequests) requests.shift();
  }
  if (latencyMs <= 0) send(response, reply);
  // The open socket keeps the process alive; after close() the timer must not.
  else setTimeout(() => send(response, reply), latencyMs).unref();
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
