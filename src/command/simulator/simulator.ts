import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoCredentials, type DemoCredential } from './credential.js';
import type { ServiceResponse } from './envelope.js';
import { normalizePrefix, type SimulatorFault, type SimulatorOptions } from './options.js';
import { createService, type Service, type ServiceRequest } from './service.js';

export { demoCredentials, type DemoCredential } from './credential.js';
export type { SimulatorFault, SimulatorOptions, SimulatorQuota, SimulatorSize } from './options.js';

/** One API request that arrived. */
interface SimulatorRequest {
  /** Operation id; `unknown` for a path outside the contract. */
  readonly operation: string;
  /** Raw path with its query, without {base_url}. */
  readonly path: string;
  readonly status: number;
}

export interface Simulator {
  /** {base_url}, without a final slash. */
  readonly url: string;
  readonly credentials: readonly DemoCredential[];
  /**
   * The last 10,000 API requests, oldest first; the list is live. Documentation and pictures are
   * not counted.
   */
  readonly requests: readonly SimulatorRequest[];
  clearRequests(): void;
  /** Replaces the planned faults; their counters and random choices start again. */
  setFaults(faults: readonly SimulatorFault[]): void;
  /** Ends at once: destroys open sockets and drops pending responses. May be called twice. */
  close(): Promise<void>;
}

/** Enough for a long test, in little memory. */
const maxRequests = 10_000;

/**
 * Starts the Partner API v1 over HTTP, with demo data that is the same at every start.
 *
 * @returns once it listens
 * @throws RangeError for a size out of range; the system's error for an address that cannot be used
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const server = createServer();
  const prefix = normalizePrefix(options.pathPrefix);
  // The data contains the simulator's address, so the service needs the port.
  const url = (await listen(server, options)) + prefix;
  const requests: SimulatorRequest[] = [];
  const service = await createOrClose(server, () => createService(options, url));
  server.on('request', (message: IncomingMessage, response: ServerResponse) => {
    serve(service, readRequest(message, prefix), response, requests);
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

async function listen(
  server: Server,
  { host = '127.0.0.1', port = 0 }: SimulatorOptions,
): Promise<string> {
  // Longer than a client's own limit, so that no client reuses a socket that the server is closing.
  server.keepAliveTimeout = 65_000;
  server.listen(port, host);
  await once(server, 'listening');
  // A server on a TCP port has an AddressInfo; pipes have strings, and closed servers null.
  const { port: actual } = server.address() as AddressInfo;
  return `http://${reachableHost(host)}:${actual}`;
}

/** A client cannot connect to "every address". */
function reachableHost(host: string): string {
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

function readRequest(message: IncomingMessage, prefix: string): ServiceRequest {
  const [path = '', query = ''] = (message.url ?? '/').split(/\?(.*)/s);
  return {
    method: message.method ?? 'GET',
    // A path outside the prefix must match no route.
    path: path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : `outside:${path}`,
    query,
    authorization: message.headersDistinct['authorization'] ?? [],
    hasBody:
      message.headers['transfer-encoding'] !== undefined ||
      Number(message.headers['content-length']) > 0,
  };
}

/** Records the request on arrival, so that a client that disconnects early counts too. */
function serve(
  service: Service,
  request: ServiceRequest,
  target: ServerResponse,
  requests: SimulatorRequest[],
): void {
  const { response, operation, latencyMs } = service.handle(request);
  if (operation !== undefined) {
    const path = request.query === '' ? request.path : `${request.path}?${request.query}`;
    requests.push({ operation, path, status: response.status });
    if (requests.length > maxRequests) requests.shift();
  }
  if (latencyMs <= 0) send(target, response);
  // The open socket keeps the process alive; the timer must not, after close().
  else setTimeout(() => send(target, response), latencyMs).unref();
}

function send(target: ServerResponse, { status, headers, body }: ServiceResponse): void {
  if (target.destroyed) return;
  target.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  target.end(body);
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
