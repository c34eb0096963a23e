import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { type Answer, truthful } from './response.js';
import { allGrants, type Grant } from './credential.js';
import {
  createOrganization,
  type OrganizationData,
  type OrganizationName,
  type Sizes,
} from './organization.js';
import { type OperationId, route } from './route.js';
import { type SeenRequest, valuesOf } from './seen.js';
import { type PastEnd, truthOf } from './truth.js';

/** Which requests a fault is for; every member narrows it. */
export interface Match {
  readonly operation?: OperationId;
  readonly id?: string;
  readonly credential?: string;
  /** The n-th of the requests that match otherwise, from 1. */
  readonly nth?: number;
  /** The n-th and all that follow. */
  readonly from?: number;
  /** Only as many. */
  readonly times?: number;
}

export interface UpstreamOptions {
  readonly prefix?: string;
  readonly sizes?: Sizes;
  /** Largest page that is served, whatever is asked for. */
  readonly pageCap?: number;
  /** What a page past the end shows: nothing, or the last page under one of two numbers. */
  readonly pastEnd?: PastEnd;
  /** Called before every page is cut: a collection that changes under the reader. */
  readonly beforePage?: (request: SeenRequest, data: OrganizationData) => void;
}

/** The faulty upstream over `node:http`: true to the contract until a fault is scripted. */
export interface Upstream {
  /** With the prefix. */
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly organizations: Readonly<Record<OrganizationName, OrganizationData>>;
  /** What credentials open; a test may add and take away. */
  readonly grants: Map<string, Grant>;
  /** Scripts a fault; of several that match, the latest counts. */
  readonly on: (match: Match, answer: Answer) => void;
  /** Requests seen, of one operation or of all. */
  readonly count: (operation?: OperationId) => number;
  readonly inFlight: () => number;
  readonly mostInFlight: () => number;
  readonly socketsOpened: () => number;
  readonly sockets: ReadonlySet<Socket>;
  /** Closes the port and every connection; `start` opens the same port again. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

interface Fault {
  readonly match: Match;
  readonly answer: Answer;
  seen: number;
}

export async function startUpstream(options: UpstreamOptions = {}): Promise<Upstream> {
  const prefix = options.prefix ?? '';
  const requests: SeenRequest[] = [];
  const faults: Fault[] = [];
  const sockets = new Set<Socket>();
  const socketNumbers = new WeakMap<Socket, number>();
  const grants = allGrants();
  const organizations = {
    alpha: createOrganization('alpha', options.sizes),
    beta: createOrganization('beta', options.sizes),
  };
  let socketsOpened = 0;
  let inFlight = 0;
  let mostInFlight = 0;

  const see = (message: IncomingMessage): SeenRequest => {
    const request: SeenRequest = {
      number: requests.length + 1,
      method: message.method ?? '',
      target: message.url ?? '',
      routed: route(message.url ?? '', prefix),
      rawHeaders: message.rawHeaders,
      credential: /^Bearer (.*)$/s.exec(valuesOf(message, 'authorization')[0] ?? '')?.[1],
      socket: socketNumbers.get(message.socket) ?? 0,
      startedAt: performance.now(),
      endedAt: undefined,
      peerLeft: false,
      bodyBytes: 0,
    };
    requests.push(request);
    return request;
  };

  const handle = (message: IncomingMessage, response: ServerResponse): void => {
    const request = see(message);
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    message.on('data', (chunk: Buffer) => (request.bodyBytes += chunk.length));
    response.once('close', () => {
      inFlight -= 1;
      request.endedAt = performance.now();
      request.peerLeft = !response.writableFinished;
    });
    const answer = pickAnswer(faults, request);
    const truth = () => truthOf(request, { grants, organizations, ...options });
    Promise.resolve(answer({ request, response, truth })).catch(() => response.destroy());
  };

  const server = createServer({ keepAliveTimeout: 60_000 }, handle);
  server.on('connection', (socket) => {
    socketsOpened += 1;
    socketNumbers.set(socket, socketsOpened);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on a port has an address of this kind.
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);

  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    requests,
    organizations,
    grants,
    sockets,
    on: (match, answer) => void faults.unshift({ match, answer, seen: 0 }),
    count: (operation) =>
      requests.filter(({ routed }) => operation === undefined || routed?.operation === operation).length,
    inFlight: () => inFlight,
    mostInFlight: () => mostInFlight,
    socketsOpened: () => socketsOpened,
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    async start() {
      await listen(port);
    },
  };
}

function pickAnswer(faults: readonly Fault[], request: SeenRequest): Answer {
  for (const fault of faults) {
    const { operation, id, credential, nth, from = 1, times = Infinity } = fault.match;
    if (operation !== undefined && request.routed?.operation !== operation) continue;
    if (id !== undefined && request.routed?.id !== id) continue;
    if (credential !== undefined && request.credential !== credential) continue;
    fault.seen += 1;
    if (nth !== undefined && fault.seen !== nth) continue;
    if (fault.seen >= from && fault.seen < from + times) return fault.answer;
  }
  return truthful;
}
